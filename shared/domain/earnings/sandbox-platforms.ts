/** Where a driver can have earned something in the sandbox: slugs, and the names that people know. */
export const sandboxPlatforms = {
  amazon_flex: "Amazon Flex",
  doordash: "DoorDash",
  gopuff: "Gopuff",
  grubhub: "Grubhub",
  instacart: "Instacart",
  lyft: "Lyft",
  roadie: "Roadie",
  shipt: "Shipt",
  spark: "Spark Driver",
  uber: "Uber",
  uber_eats: "Uber Eats",
};
