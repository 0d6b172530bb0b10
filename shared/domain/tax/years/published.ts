import { taxYear2024 } from "./tax-year-2024.ts";
import { taxYear2025 } from "./tax-year-2025.ts";
import { taxYear2026 } from "./tax-year-2026.ts";
import { taxYear2027 } from "./tax-year-2027.ts";
import { taxYear2029 } from "./tax-year-2029.ts";

/** Every file of a year, in order. `npm run docs:figures` prints this list from the folder. */
export const published = [taxYear2024, taxYear2025, taxYear2026, taxYear2027, taxYear2029] as const;
