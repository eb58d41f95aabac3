/** A setting with these values. The first is its default. */
export const choice = <T extends string | number>(usual: T, ..._others: T[]): T => usual;
