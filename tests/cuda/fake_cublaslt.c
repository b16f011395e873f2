// The few functions of cublasLt that minitrans calls, with the signatures of its header, by three loops on the CPU.
// Where the library would fail, or read at an address it cannot, they return 7.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int compute, scale, trans_a, trans_b, epilogue; const void *bias; } Description;
typedef struct { int type; uint64_t rows, columns; int64_t leading; } Layout;
typedef struct { size_t workspace; uint32_t alignment[4]; } Preference;
typedef struct { uint64_t algorithm[8]; size_t workspace; int state; float waves; int reserved[4]; } Heuristic;

static int created;

// Descriptors and layouts that were made and not yet destroyed.
int living;

int cublasLtCreate(void **handle) { *handle = &created; return 0; }

int cublasLtMatmulDescCreate(Description **made, int compute, int scale) {
    *made = calloc(1, sizeof(Description)), living++;
    (*made)->compute = compute, (*made)->scale = scale, (*made)->epilogue = 1;
    return (compute == 68 || compute == 77) && scale == 0 ? 0 : 7;
}

int cublasLtMatmulDescSetAttribute(Description *d, int attribute, const void *value, size_t size) {
    switch (attribute) {
    case 3: return size == 4 ? (memcpy(&d->trans_a, value, 4), 0) : 7;
    case 4: return size == 4 ? (memcpy(&d->trans_b, value, 4), 0) : 7;
    case 7: return size == 4 ? (memcpy(&d->epilogue, value, 4), 0) : 7;
    case 8: return size == 8 ? (memcpy(&d->bias, value, 8), 0) : 7;
    }
    return 7;
}

int cublasLtMatrixLayoutCreate(Layout **made, int type, uint64_t rows, uint64_t columns, int64_t leading) {
    *made = malloc(sizeof(Layout)), living++;
    **made = (Layout){type, rows, columns, leading};
    return leading >= (int64_t)rows && (type == 0 || type == 14) ? 0 : 7;
}

int cublasLtMatmulDescDestroy(Description *d) { free(d), living--; return 0; }
int cublasLtMatrixLayoutDestroy(Layout *layout) { free(layout), living--; return 0; }

int cublasLtMatmulPreferenceCreate(Preference **made) { *made = calloc(1, sizeof(Preference)); return 0; }
int cublasLtMatmulPreferenceDestroy(Preference *p) { free(p); return 0; }

int cublasLtMatmulPreferenceSetAttribute(Preference *p, int attribute, const void *value, size_t size) {
    if (attribute == 1 && size == 8) return memcpy(&p->workspace, value, 8), 0;
    if (attribute >= 5 && attribute <= 8 && size == 4) return memcpy(&p->alignment[attribute - 5], value, 4), 0;
    return 7;
}

int cublasLtMatmulAlgoGetHeuristic(void *handle, Description *d, Layout *a, Layout *b, Layout *c, Layout *out,
                                   Preference *p, int requested, Heuristic *found, int *count) {
    if (handle != &created || a->type != b->type || (d->compute == 77 && a->type != 0)) return 7;
    if (d->epilogue != 1 && d->epilogue != 4 && d->epilogue != 6) return 7;
    if ((d->epilogue & 4) && !d->bias) return 7;
    memset(found, 0, sizeof *found);
    found->algorithm[0] = 4711;
    for (int i = 0; i < 4; i++) {  // an algorithm is chosen by how the arrays are aligned, and must have them so
        if (!p->alignment[i]) return 7;
        found->algorithm[1 + i] = p->alignment[i];
    }
    found->algorithm[5] = (uintptr_t)d->bias & -(uintptr_t)d->bias;
    *count = 1;
    return requested == 1 && p->workspace ? 0 : 7;
}

static float get(const void *x, int type, uint64_t i) {
    if (type == 0) return ((const float *)x)[i];
    uint32_t bits = (uint32_t)((const uint16_t *)x)[i] << 16;
    float y;
    memcpy(&y, &bits, 4);
    return y;
}

// One of float32 as TF32 has it, ten bits behind the point
static float factor(int compute, float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    bits = (bits + 0x1000) & ~0x1fffu;
    if (compute == 77) memcpy(&x, &bits, 4);
    return x;
}

static void put(void *x, int type, uint64_t i, float y) {
    if (type == 0) { ((float *)x)[i] = y; return; }
    uint32_t bits;
    memcpy(&bits, &y, 4);
    ((uint16_t *)x)[i] = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
}

int cublasLtMatmul(void *handle, Description *d, const float *alpha, const void *a, Layout *la, const void *b,
                   Layout *lb, const float *beta, const void *c, Layout *lc, void *out, Layout *ld,
                   const uint64_t *algorithm, void *workspace, size_t size, void *stream) {
    uint64_t inner = d->trans_a ? la->rows : la->columns;
    const void *arrays[] = {a, b, c, out, d->bias};
    for (int i = 0; i < ((d->epilogue & 4) ? 5 : 4); i++)
        if ((uintptr_t)arrays[i] % algorithm[1 + i]) return 7;
    if (handle != &created || algorithm[0] != 4711 || *alpha != 1 || (*beta != 0 && *beta != 1) || c != out || !workspace || size != 32 << 20) return 7;
    if (stream != (void *)99) return stream == (void *)3 ? 3 : 7;
    if ((d->trans_a ? la->columns : la->rows) != ld->rows || (d->trans_b ? lb->rows : lb->columns) != ld->columns ||
        (d->trans_b ? lb->columns : lb->rows) != inner) return 7;
    for (uint64_t j = 0; j < ld->columns; j++)
        for (uint64_t i = 0; i < ld->rows; i++) {
            float sum = 0, before = *beta ? get(c, lc->type, i + j * lc->leading) : 0;
            for (uint64_t k = 0; k < inner; k++)
                sum += factor(d->compute, get(a, la->type, d->trans_a ? k + i * la->leading : i + k * la->leading)) *
                       factor(d->compute, get(b, lb->type, d->trans_b ? j + k * lb->leading : k + j * lb->leading));
            if (d->epilogue & 4) sum += get(d->bias, ld->type, i);
            if (d->epilogue & 2) sum = sum > 0 ? sum : 0;
            put(out, ld->type, i + j * ld->leading, sum + before);
        }
    return 0;
}
