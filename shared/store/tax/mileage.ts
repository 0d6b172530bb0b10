import type { Owner } from "../../domain/owner.ts";
import type { MileageEntry, MileageTotals } from "../../domain/tax/mileage.ts";
import { yearAttributes } from "../driver/driver-years.ts";
import { keys } from "../keys/keys.ts";
import { transactOnce } from "../table/idempotency.ts";
import { putNew, tableName, type Write } from "../table/table.ts";

/**
 * Puts an entry, and adds it to the year's sums among the driver's totals. Returns whether the driver exists.
 * So nothing is read first, and no summary reads the entries.
 */
export async function putMileage(
  owner: Owner,
  driverId: string,
  { entry, year, adds }: { entry: MileageEntry; year: number; adds: MileageTotals },
  memory: Write | undefined,
): Promise<boolean> {
  const { hundredths, deduction } = yearAttributes(year);
  const refusal = await transactOnce(
    [
      putNew({ ...keys.mileage(owner, driverId, entry.id), ...entry }),
      {
        Update: {
          TableName: tableName,
          Key: keys.driverTotals(owner, driverId),
          UpdateExpression: "ADD #hundredths :hundredths, #deduction :deduction",
          ConditionExpression: "attribute_exists(pk)",
          ExpressionAttributeNames: { "#hundredths": hundredths, "#deduction": deduction },
          ExpressionAttributeValues: { ":hundredths": adds.hundredths, ":deduction": adds.deduction },
        },
      },
    ],
    memory,
  );
  // An entry that exists is this one, from an attempt whose answer was lost: ids are unique.
  return refusal === undefined || refusal.found[0] !== undefined;
}
