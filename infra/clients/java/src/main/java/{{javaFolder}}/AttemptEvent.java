package {{javaPackage}};

import java.time.Duration;

/**
 * One attempt of a call, 1 is the first. The status is 0 where no complete response arrived. It has
 * no header, query or body, so no secret.
 *
 * @param method the HTTP method
 * @param path the path without its query
 * @param attempt the number of the attempt
 * @param status the HTTP status, or 0
 * @param requestId the request's id, or an empty text
 * @param duration the time until the response or the failure
 */
public record AttemptEvent(
    String method, String path, int attempt, int status, String requestId, Duration duration) {}
