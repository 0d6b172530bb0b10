/** Descriptions of fields that mean the same in every object. Any other field has its schema's own. */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  id: "Its id.",
  object: "Kind.",
  created_at: "Its creation.",
  deleted: "Always true.",
  data: "The page.",
  driver_id: "The driver.",
  currency: "Three-letter ISO code in lowercase.",
};
