// The tape: it knows how each matrix was computed from others, and goes back from the loss, like minitrans/tensor.py.
// A number is computed when it is needed.

import { computed, entryOf, sum } from "./expression.js";

export class Matrix {
  // about: {name, symbol, title}; rows, columns: their names; data: the rows, as far as the model has computed them
  constructor(about, rows, columns, data = []) {
    Object.assign(this, { ...about, rows, columns, data, users: [], computed: [] });
  }

  number(i, j) {
    const given = this.data[i]?.[j], row = (this.computed[i] ??= []);
    return given ?? (row[j] ??= computed(() => this.entry(i, j)));
  }

  row(i) {
    const { length } = this.columns;
    return this.data[i]?.length === length ? this.data[i] : Array.from({ length }, (_, j) => this.number(i, j));
  }

  at(i, j) {
    return entryOf(this, i, j);
  }
}

export class Tape {
  constructor() {
    this.matrices = new Map();
  }

  keep(matrix) {
    this.matrices.set(matrix.name, matrix);
    return matrix;
  }

  apply(operation, about, rows, columns, operands, constants = {}, data = []) {
    // entry(i, j): the expression of a number
    const entry = operation.entry(operands, constants);
    const made = new Matrix({ ...about, operands, constants, entry }, rows, columns, data);
    operands.forEach((operand, number) => {
      // the last one is of all others
      const back = operation.backward[Math.min(number, operation.backward.length - 1)];
      if (back && operand.operands?.length !== 0) operand.users.push([made, back, number]);
    });
    return this.keep(made);
  }

  backward(loss) {  // give each matrix that the loss depends on its gradient: the sum over all operations that use it
    for (const matrix of [...this.matrices.values()].reverse()) {
      const users = matrix.users.filter(([user]) => user.grad);
      if (!users.length && matrix !== loss) continue;
      const parts = users.map(([user, back, number]) => back(user.grad, user.operands, user, user.constants, number));
      const about = { name: `d:${matrix.name}`, title: `gradient of ${matrix.title}`, symbol: `d${matrix.symbol}` };
      const entry = matrix === loss ? () => 1 : (i, j) => sum(parts.map((part) => part(i, j)));
      matrix.grad = new Matrix({ ...about, gradientOf: matrix, entry }, matrix.rows, matrix.columns);
    }
  }
}
