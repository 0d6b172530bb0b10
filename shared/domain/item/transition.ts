/** The store turns `from` into the write's condition, so the rule is checked where requests race. */
export type Transition<Status extends string> = { readonly from: readonly Status[]; readonly to: Status };

export const allows = <S extends string>(transition: Transition<S>, status: S): boolean =>
  transition.from.includes(status);
