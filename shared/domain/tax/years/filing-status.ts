import * as z from "zod/mini";

export const FilingStatus = z.enum(["single", "head_of_household", "married_joint", "married_separate"]);
export type FilingStatus = z.infer<typeof FilingStatus>;
