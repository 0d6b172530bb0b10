/**
 * An allowed change of status, as data. The store turns `from` into the ConditionExpression of the write, so
 * the rule is written once and checked where requests race.
 */
export type Transition<Status extends string> = { readonly from: readonly Status[]; readonly to: Status };

export const allows = <S extends string>(transition: Transition<S>, status: S): boolean =>
  transition.from.includes(status);
