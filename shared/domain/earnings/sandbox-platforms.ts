/** The sandbox's gig platforms: slugs and display names. */
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
