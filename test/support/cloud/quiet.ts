/** Handlers in a test's own process would log to the test's output, so logs and metrics are off. */
process.env.POWERTOOLS_LOG_LEVEL = "SILENT";
process.env.POWERTOOLS_METRICS_DISABLED = "true";
