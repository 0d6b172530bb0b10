/** At most `count` requests in any `seconds`. */
export type Window = { readonly count: number; readonly seconds: number };
