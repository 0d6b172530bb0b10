type Json = Record<string, unknown>;
type State = Json & { Type: string; Resource?: string };
type Nested = { Branches?: Json[]; ItemProcessor?: Json; Iterator?: Json };

export const statesOf = (definition: Json): [name: string, state: State][] =>
  Object.entries((definition.States ?? {}) as Record<string, State>).flatMap(([name, state]) => {
    const { Branches = [], ItemProcessor = {}, Iterator = {} } = state as Nested;
    return [[name, state], ...[...Branches, ItemProcessor, Iterator].flatMap(statesOf)];
  });
