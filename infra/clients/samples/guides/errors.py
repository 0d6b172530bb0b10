try:
    client.payouts.create(driver_id="DRIVER_ID", amount=50, currency="usd")
except InvalidRequestError as error:
    print(error.status, error.code, error.param)
