/** The name by which `npm run ops` invokes a function. Only these functions have names of their own. */
export const operatorFunctionName = (stage: string, name: string): string => `portable-roth-${stage}-${name}`;
