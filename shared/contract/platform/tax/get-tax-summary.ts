import * as z from "zod/mini";
import { component, note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { driverExample } from "../examples.ts";
import { provisionalFields, TaxParams, TaxYear } from "./tax-shapes.ts";

const cents = (description: string) => note(z.int(), `In cents. ${description}`);

const TaxSummaryShape = component("TaxSummary", {
  driver_id: note(z.string(), "The driver's id."),
  year: note(z.int(), "The tax year."),
  gross_income: cents("Earnings from gig platforms in the year so far, tips included."),
  reported_on_1099: cents(
    "The year's payouts less what banks returned, as a 1099-NEC counts them. There is a form only from its threshold on. Not part of the estimate: `method` says why.",
  ),
  deductions: note(
    z.object({
      mileage: note(
        z.object({
          miles: note(z.number(), "Deductible miles."),
          rate: note(z.number(), "USD per mile: the year's rates, weighted by miles."),
          amount: cents("Miles at the rate on each date."),
        }),
        "The deduction for business miles.",
      ),
      tips_exemption: note(
        z.object({
          eligible_tips: cents("Tips that may qualify."),
          reported_tips: cents("The tips of the year's payouts, as box 1b of the 1099-NEC counts them."),
          amount: cents("The part exempt from income tax."),
          provision: note(z.string(), "The law behind the exemption."),
        }),
        "The exemption of tips.",
      ),
      phone_data: cents("Business share of the logged phone and data expenses."),
      supplies: cents("Business share of the logged supplies."),
      total: cents("Sum of the four deductions."),
    }),
    "Deductions by kind.",
  ),
  estimated_taxable: cents("Gross income minus deductions, at least 0."),
  estimated_tax: cents("Self-employment tax and federal income tax."),
  quarterly_estimates: note(
    z.array(
      z.object({
        q: note(z.enum(["Q1", "Q2", "Q3", "Q4"]), "The quarter."),
        due: note(z.string(), "The date on which the payment is due."),
        amount: cents(
          "The payment by the annualized income method. 0 until its period begins; a running period counts what is known so far.",
        ),
      }),
    ),
    "The four estimated payments of the year.",
  ),
  ...provisionalFields,
  method: note(z.string(), "How the estimate was made and what it excludes. Show it with the figures."),
});

export const getTaxSummaryOperation = operation({
  name: "get-tax-summary",
  method: "GET",
  path: "/v1/tax/{driver_id}/summary",
  tag: "Tax",
  summary: "Estimate a driver's taxes",
  description:
    "Estimates the tax on the year so far, and the quarterly payments, for a single filer with no other income. The payments use the annualized income method. Educational: `method` explains the estimate.",
  params: TaxParams,
  query: z.strictObject({ year: TaxYear }),
  replies: found("The estimate.", TaxSummaryShape, {
    driver_id: driverExample.id,
    year: 2026,
    gross_income: 5_000_000,
    reported_on_1099: 1_250_000,
    deductions: {
      mileage: { miles: 1_000, rate: 0.76, amount: 76_000 },
      tips_exemption: {
        eligible_tips: 0,
        reported_tips: 0,
        amount: 0,
        provision: "IRC 224 (P.L. 119-21, section 70201)",
      },
      phone_data: 0,
      supplies: 0,
      total: 76_000,
    },
    estimated_taxable: 4_924_000,
    estimated_tax: 1_026_875,
    quarterly_estimates: [
      { q: "Q1", due: "2026-04-15", amount: 256_721 },
      { q: "Q2", due: "2026-06-15", amount: 256_718 },
      { q: "Q3", due: "2026-09-15", amount: 256_718 },
      { q: "Q4", due: "2027-01-15", amount: 256_718 },
    ],
    provisional: false,
    provisional_figures: [],
    method: "Educational estimate for tax year 2026, from the year so far; not tax advice. ...",
  }),
  scope: "tax:read",
  access: { driver: ["query"], earnings: ["query"] },
  // Reads the driver's sums and the year's earnings: up to 2 KB a month and gig platform, one unit per 4 KB.
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
