/** The first letter of a person's name. */
export const maskedName = (name: string): string => (name === "" ? "" : `${[...name][0]}•••`);
