try {
  await client.payouts.create({
    driver_id: "DRIVER_ID",
    amount: 50,
    currency: "usd",
  });
} catch (error) {
  if (!(error instanceof InvalidRequestError)) throw error;
  console.log(error.status, error.code, error.param);
}
