exports.main = async (job) => {
  const checks = job.checks + 1;
  return { ...job, checks, status: checks < 2 ? "RUNNING" : "SUCCEEDED" };
};
