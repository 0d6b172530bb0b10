export const maskedName = (name: string): string => (name === "" ? "" : `${[...name][0]}•••`);
