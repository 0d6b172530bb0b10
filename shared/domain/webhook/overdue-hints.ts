/** The hints of overdue deliveries in one sweep, and those of one endpoint. The oldest come first. */
const MAX = 20_000;
const MAX_OF_ENDPOINT = 1_000;

/** Two sweeps may be this far apart, since a failed one is not repeated. */
const SWEEP_MS = 120_000;
/** The lateness at the first reminder. At each later reminder it is this many times longer. */
const REMINDER_MS = 5 * 60_000;
const REMINDER_STEP = 4;

type Due = { endpoint_id: string; due_at: string };

/** While the lanes have as many hints as deliveries are overdue, a sweep sends reminders only. */
export function overdueHints<Each extends Due>(now: Date) {
  const hints = fairList<Each>();
  const reminders = fairList<Each>();
  let overdue = 0;
  return {
    /** Notes an overdue delivery. Returns false for one that is not due yet. */
    add(due: Each): boolean {
      const lateMs = now.getTime() - Date.parse(due.due_at);
      if (lateMs <= 0) return false;
      overdue++;
      hints.add(due);
      if (isReminded(lateMs)) reminders.add(due);
      return true;
    },
    count: () => overdue,
    /** `waiting`: the hints in the lanes. */
    chosen: (waiting: number): Each[] => (waiting < overdue ? hints : reminders).chosen,
  };
}

/** After 5, 20, 80, ... minutes. They recover a lost hint while the lanes stay full. */
const remindersBy = (lateMs: number): number =>
  lateMs < REMINDER_MS ? 0 : 1 + Math.floor(Math.log(lateMs / REMINDER_MS) / Math.log(REMINDER_STEP));

export const isReminded = (lateMs: number): boolean => remindersBy(lateMs) > remindersBy(lateMs - SWEEP_MS);

/** A list with a share for each endpoint, so that one endpoint's backlog hides no other's. */
function fairList<Each extends Due>() {
  const ofEndpoint = new Map<string, number>();
  const chosen: Each[] = [];
  return {
    chosen,
    add(due: Each): void {
      const before = ofEndpoint.get(due.endpoint_id) ?? 0;
      ofEndpoint.set(due.endpoint_id, before + 1);
      if (before < MAX_OF_ENDPOINT && chosen.length < MAX) chosen.push(due);
    },
  };
}
