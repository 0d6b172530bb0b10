package {{javaPackage}};

import java.util.concurrent.*;
import java.util.function.*;

/** A future of several steps, one after the other. Its end, such as a cancel, ends the step. */
class Steps<T> extends CompletableFuture<T> {
  /** Whether this thread waits for its next exchange, which then needs no other thread. */
  static final ThreadLocal<Boolean> WAITS = ThreadLocal.withInitial(() -> false);

  private volatile Future<?> step = CompletableFuture.completedFuture(null);

  Steps() {
    whenComplete((value, error) -> step.cancel(true));
  }

  /** Takes a step. An exception of `then` is the end. */
  <S> void then(CompletableFuture<S> step, Consumer<S> then) {
    this.step = step;
    // The end can come before the line above.
    if (isDone()) step.cancel(true);
    step.whenComplete(
        (value, error) -> {
          try {
            if (error != null) failed(error);
            else if (!isDone()) then.accept(value);
          } catch (Throwable thrown) {
            completeExceptionally(thrown);
          }
        });
  }

  void failed(Throwable error) {
    completeExceptionally(error);
  }

  void pause(long nanos, Runnable then) {
    // All timers of a process share one thread, so it runs nothing else.
    CompletableFuture<Void> due = timer(nanos).thenRunAsync(() -> {});
    due.thenRun(() -> then(due, nothing -> then.run()));
  }

  static CompletableFuture<Void> timer(long nanos) {
    return new CompletableFuture<Void>().completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS);
  }

  /** Waits. An error has the stack of the caller. */
  static <T> T await(Supplier<CompletableFuture<T>> start) {
    CompletableFuture<T> call;
    WAITS.set(true);
    try {
      call = start.get();
    } finally {
      WAITS.remove();
    }
    try {
      return call.get();
    } catch (InterruptedException error) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      throw new NetworkException("The call was canceled by an interrupt.", error);
    } catch (ExecutionException error) {
      if (!(error.getCause() instanceof RuntimeException cause))
        throw new IllegalStateException(error);
      if (cause instanceof ServiceException) cause.fillInStackTrace();
      throw cause;
    }
  }
}
