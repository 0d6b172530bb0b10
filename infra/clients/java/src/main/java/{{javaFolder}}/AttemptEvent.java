package {{javaPackage}};

import java.time.Duration;

/**
 * One attempt of a call, 1 is the first. The status is 0 where no complete response arrived. It has
 * no header, query or body, so no secret.
 */
public record AttemptEvent(
    String method, String path, int attempt, int status, String requestId, Duration duration) {}
