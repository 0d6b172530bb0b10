import type { Driver } from "../../domain/driver/driver.ts";
import type { BodyField } from "./fields.tsx";

export const driverFields: readonly BodyField[] = [
  { name: "first_name", label: "First name", required: true, wrong: "Enter the legal first name." },
  { name: "last_name", label: "Last name", required: true, wrong: "Enter the legal last name." },
  {
    name: "email",
    label: "Email",
    kind: "email",
    required: true,
    wrong: "Enter the driver's email, such as ana@example.com.",
  },
  {
    name: "phone",
    label: "Phone",
    hint: "Such as +14155552671.",
    isHidden: true,
    wrong: "Enter the number with its country, such as +14155552671.",
  },
  {
    name: "external_id",
    label: "Your ID",
    hint: "Of the driver in your system.",
    wrong: "Enter up to 100 characters on one line, that no other driver has.",
  },
  {
    name: "ssn_last4",
    label: "SSN, last four digits",
    hint: "For tax forms. Stored, and never shown.",
    isHidden: true,
    wrong: "Enter four digits.",
  },
  {
    name: "occupation",
    label: "Occupation",
    hint: "802 is rideshare, 804 delivery.",
    wrong: "Enter the Treasury's three-digit code, such as 802.",
  },
  { name: "address.line1", label: "Street and number", wrong: "Enter the street and number." },
  { name: "address.line2", label: "Suite or unit", wrong: "Enter up to 70 characters on one line." },
  { name: "address.city", label: "City", wrong: "Enter the city." },
  {
    name: "address.state",
    label: "State",
    hint: "Such as CA.",
    wrong: "Enter the state. In the US, it has two capital letters, such as CA.",
  },
  {
    name: "address.postal_code",
    label: "ZIP or postal code",
    wrong: "Enter the postal code. In the US, it is like 94105 or 94105-1234.",
  },
  {
    name: "address.country",
    label: "Country",
    hint: "Two letters.",
    usual: "US",
    isBeside: true,
    wrong: "Enter the country's code of two capital letters, such as US.",
  },
];

export const driverValues = (driver: Driver): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    Object.entries(driver.address ?? {}).map(([name, value]) => [`address.${name}`, value]),
  ),
  first_name: driver.first_name,
  last_name: driver.last_name,
  email: driver.email,
  external_id: driver.external_id,
  occupation: driver.occupation,
});

const wrong = "Enter an amount from $1.00 to $10,000.00, such as $1,250.50.";
export const payFields: readonly BodyField[] = [
  { name: "amount", label: "Amount in USD", kind: "cents", usual: "125.00", required: true, wrong },
  {
    name: "tip_amount",
    label: "Of which tips",
    kind: "cents",
    usual: "0.00",
    wrong: "Enter tips from $0.00 to the amount, such as $12.50.",
  },
  {
    name: "method",
    label: "Speed",
    wrong: "Choose a speed.",
    kind: [
      ["instant", "Instant (at once)"],
      ["standard", "Standard (a minute)"],
    ],
  },
];

export const bankAccountFields: readonly BodyField[] = [
  {
    name: "routing_number",
    label: "Routing number",
    usual: "021000021",
    required: true,
    wrong: "Enter the bank's nine digits, such as 021000021.",
  },
  {
    name: "account_number",
    label: "Account number",
    usual: "000123456789",
    required: true,
    wrong: "Enter 4 to 17 digits.",
  },
  {
    name: "account_type",
    label: "Type",
    wrong: "Choose a type.",
    kind: [
      ["checking", "Checking"],
      ["savings", "Savings"],
    ],
  },
];
