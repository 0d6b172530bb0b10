/**
 * One allowed change of state, as data: the store turns `from` into the ConditionExpression that guards the
 * write, so the rule is checked where the race happens and is written down once.
 */
export type Transition<Status extends string> = { readonly from: readonly Status[]; readonly to: Status };

export const allows = <S extends string>(transition: Transition<S>, status: S): boolean =>
  transition.from.includes(status);
