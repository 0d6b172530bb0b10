/** Handlers called in a test's own process log to its output, where nobody reads them. */
process.env.POWERTOOLS_LOG_LEVEL = "SILENT";
process.env.POWERTOOLS_METRICS_DISABLED = "true";
