"use strict";

// The tape: it records how each matrix came from others, and goes back from the loss, as minitrans/tensor.py does.

class Matrix {  // rows, columns: their names; entry(i, j): the expression of an entry; without it, data is given
  constructor(about, rows, columns, entry, data) {
    Object.assign(this, { ...about, rows, columns, entry, users: [] });
    this.data = data ?? rows.map((_, i) => columns.map((_, j) => value(entry(i, j))));
  }

  at(i, j) {
    return { of: this, i, j };
  }
}

class Tape {
  constructor(nudge = {}) {  // nudge: {name, i, j, h}: add h to this entry as soon as it is known
    this.nudge = nudge;
    this.matrices = new Map();
  }

  leaf(about, rows, columns, data) {  // a weight or a constant
    return this.keep(new Matrix(about, rows, columns, null, data));
  }

  apply(operation, about, rows, columns, operands, constants = {}) {
    const made = new Matrix({ ...about, operation, operands, constants }, rows, columns, operation.entry(operands, constants));
    operands.forEach((operand, number) => operation.backward[number] && operand.users.push([made, operation.backward[number]]));
    return this.keep(made);
  }

  keep(matrix) {
    const { name, i, j, h } = this.nudge;
    if (name === matrix.name) {
      matrix.data = matrix.data.map((row) => row.slice());
      matrix.data[i][j] += h;
    }
    this.matrices.set(matrix.name, matrix);
    return matrix;
  }

  backward(loss) {  // give each matrix that the loss depends on its gradient: the sum over all operations that use it
    for (const matrix of [...this.matrices.values()].reverse()) {
      const parts = matrix.users.filter(([user]) => user.grad).map(([user, { entry }]) => entry(user.grad, user.operands, user, user.constants));
      if (!parts.length && matrix !== loss) continue;
      const entry = matrix === loss ? () => 1 : (i, j) => sum(parts.map((part) => part(i, j)));
      const about = { name: `d:${matrix.name}`, title: `gradient of ${matrix.title}`, symbol: `d${matrix.symbol}`, gradientOf: matrix };
      matrix.grad = new Matrix(about, matrix.rows, matrix.columns, entry);
    }
  }
}
