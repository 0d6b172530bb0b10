import { brand } from "../domain/brand.ts";
import { ELIGIBILITY_DISCLAIMER } from "../domain/eligibility.ts";
import { PartnerRequest } from "../domain/partner.ts";
import { SignupRequest } from "../domain/signup.ts";
import { WaitlistRequest } from "../domain/waitlist.ts";
import { operation } from "./operation.ts";
import * as schemas from "./schemas.ts";

const MINUTE = 60;
const DAY = 24 * 60 * 60;

const id = `${brand.idPrefix}_sgn_01j9z8v7w6x5y4t3s2r1q0p9n8`;
const signupExample = {
  signup_id: id,
  status: "initiated",
  signup_url: `https://api.example.com/signup/${id}`,
  status_url: `https://api.example.com/api/agent/signups/${id}`,
  partner_id: "acme-fleet",
  human_action_required:
    "The account owner must open signup_url and then confirm from the link we mail to them.",
  disclosures: brand.disclosures,
};

export const startSignup = operation({
  name: "start-signup",
  api: "agent",
  method: "POST",
  path: "/api/agent/signups",
  summary: "Start a signup for a person",
  description:
    "Creates a pending signup and returns a link that the account owner must open personally; an agent cannot confirm for them. One email gets one signup: repeating the call returns the first one unchanged. With `sandbox: true` nothing about the person is stored, every call makes a new signup, and its status moves by itself after 60 and 180 seconds.",
  body: SignupRequest,
  bodyExample: { email: "ana@example.com", name: "Ana", platforms: ["doordash"], sandbox: true },
  replies: {
    created: {
      status: 201,
      description: "The signup was created.",
      schema: schemas.SignupResponse,
      example: signupExample,
    },
    replayed: {
      status: 200,
      description: "This email already had a signup; here it is, unchanged.",
      schema: schemas.SignupResponse,
      example: { ...signupExample, status: "waitlist_joined" },
    },
  },
  errors: ["partner_unknown"],
  limits: [
    { count: 10, seconds: MINUTE },
    { count: 50, seconds: DAY },
  ],
  access: {
    signup: ["put"],
    signup_email: ["put"],
    outbox: ["put"],
    partner: ["get"],
  },
  // A partner slug is one more read (0.5 units), remembered for a minute.
  budget: { calls: 2, writeUnits: 7, readUnits: 0 },
});

export const getSignupStatus = operation({
  name: "get-signup-status",
  api: "agent",
  method: "GET",
  path: "/api/agent/signups/{signup_id}",
  summary: "Read a signup's status",
  description:
    "Poll this to see how far a signup has come. Takes live and sandbox ids and returns no personal data.",
  params: schemas.SignupParams,
  replies: {
    found: {
      status: 200,
      description: "The signup as it stands.",
      schema: schemas.SignupStatusResponse,
      example: {
        signup_id: id,
        status: "initiated",
        partner_id: null,
        created_at: "2026-11-21T09:30:00.000Z",
      },
    },
  },
  errors: ["resource_missing"],
  access: { signup: ["get"] },
  budget: { calls: 1, writeUnits: 0, readUnits: 1 },
});

export const getProductInfo = operation({
  name: "get-product-info",
  api: "agent",
  method: "GET",
  path: "/api/agent/product",
  summary: "Read what the product is",
  description:
    "The product's facts: type, custodian, pricing, launch status and links. The same for everybody.",
  replies: {
    found: {
      status: 200,
      description: "The product.",
      schema: schemas.ProductResponse,
      example: {
        product: `${brand.productName}: ${brand.tagline}`,
        type: "Portable Roth IRA",
        description: brand.description,
        custodian: brand.custodian,
        launch_status: brand.launchStatus,
        pricing: brand.pricing,
        links: {
          home: "https://api.example.com/",
          documentation: "https://api.example.com/docs",
          openapi: "https://api.example.com/api/openapi.json",
          eligibility: "https://api.example.com/api/agent/eligibility",
        },
        disclosures: brand.disclosures,
      },
    },
  },
  cacheFor: 3600,
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
});

export const checkRothEligibility = operation({
  name: "check-roth-eligibility",
  api: "agent",
  method: "GET",
  path: "/api/agent/eligibility",
  summary: "Estimate how much a person may contribute",
  description:
    "An educational estimate for tax year 2026 from filing status and income (IRS Notice 2025-67, Publication 590-A). Stores nothing. Always show the disclaimer to the person.",
  query: schemas.EligibilityQuery,
  replies: {
    estimated: {
      status: 200,
      description: "The estimate.",
      schema: schemas.EligibilityResponse,
      example: {
        eligible: true,
        partial: true,
        contribution_limit: 3750,
        contribution_limit_age_50_plus: 4300,
        phase_out: { starts_at: 153000, ends_at: 168000 },
        tax_year: 2026,
        disclaimer: ELIGIBILITY_DISCLAIMER,
      },
    },
  },
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
});

export const registerPartner = operation({
  name: "register-partner",
  api: "agent",
  method: "POST",
  path: "/api/agent/partners",
  summary: "Register as an integration partner",
  description:
    "Returns a `partner_id` to pass on signup calls, so that signups are attributed to you. The same company and email get the same slug again. With `sandbox: true` nothing is stored and the slug starts with `test-`.",
  body: PartnerRequest,
  bodyExample: {
    company: "Acme Fleet",
    email: "dev@acme.example",
    website: "https://acme.example",
    sandbox: true,
  },
  replies: {
    created: {
      status: 201,
      description: "The partner is registered, and waits for review.",
      schema: schemas.PartnerResponse,
      example: {
        partner_id: "acme-fleet",
        status: "pending_review",
        note: "Pass partner_id on signup calls to attribute them to you.",
      },
    },
  },
  limits: [
    { count: 5, seconds: MINUTE },
    { count: 20, seconds: DAY },
  ],
  access: { partner: ["put"], partner_registration: ["put"], account: ["put"] },
  budget: { calls: 2, writeUnits: 7, readUnits: 0 },
});

export const joinWaitlist = operation({
  name: "join-waitlist",
  api: "agent",
  method: "POST",
  path: "/api/waitlist",
  summary: "Join the waitlist",
  description:
    "The form on the home page. Takes JSON, or a form post that it answers with a redirect to a thank-you page. The answer is the same for known and unknown addresses.",
  body: WaitlistRequest,
  bodyExample: { email: "ana@example.com", name: "Ana", platforms: "DoorDash and Uber" },
  form: true,
  replies: {
    joined: {
      status: 200,
      description: "The address is on the waitlist.",
      schema: schemas.WaitlistResponse,
      example: { ok: true },
    },
  },
  limits: [
    { count: 10, seconds: MINUTE },
    { count: 50, seconds: DAY },
  ],
  access: { waitlist: ["put"] },
  budget: { calls: 2, writeUnits: 2, readUnits: 0 },
});

export const getAgentOpenapi = operation({
  name: "get-agent-openapi",
  api: "agent",
  method: "GET",
  path: "/api/openapi.json",
  summary: "Read this description",
  description: "The OpenAPI 3.1 description of the Agent API.",
  replies: {
    found: {
      status: 200,
      description: "The description.",
      schema: schemas.OpenApiResponse,
      example: { openapi: "3.1.0", info: { title: "Agent API", version: "1.0.0" } },
    },
  },
  cacheFor: 300,
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
});

export const agentOperations = [
  startSignup,
  getSignupStatus,
  getProductInfo,
  checkRothEligibility,
  registerPartner,
  joinWaitlist,
  getAgentOpenapi,
] as const;
