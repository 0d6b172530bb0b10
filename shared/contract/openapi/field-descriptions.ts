/** Descriptions of fields that mean the same in every object. Any other field has its schema's own. */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  id: "Unique id.",
  object: "The type.",
  created_at: "When it was created.",
  deleted: "Always true.",
  data: "This page.",
  driver_id: "The driver's id.",
  currency: "Three-letter ISO code in lowercase.",
};
