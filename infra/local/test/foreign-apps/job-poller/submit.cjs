let submissions = 0;

exports.main = async (event) => {
  console.log(JSON.stringify({ submitted: event }));
  submissions += 1;
  if (submissions === 1) throw Object.assign(new Error("The batch system is busy"), { name: "Busy" });
  return { jobId: event.name, status: "SUBMITTED", checks: 0, waitSeconds: 30 };
};
