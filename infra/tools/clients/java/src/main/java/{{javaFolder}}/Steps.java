package {{javaPackage}};

import java.util.concurrent.*;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A future of several steps, one after the other. Its end, such as a cancel, ends the step. */
class Steps<T> extends CompletableFuture<T> {
  private volatile Future<?> step = CompletableFuture.completedFuture(null);

  /** What the service answered before the present step. */
  volatile @Nullable ServiceException last;

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
  static <T> T await(CompletableFuture<T> call) {
    try {
      return call.get();
    } catch (InterruptedException error) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      if (call instanceof Steps<T> steps && steps.last != null) throw steps.last;
      throw new NetworkException("The call was canceled by an interrupt.", error);
    } catch (ExecutionException error) {
      if (!(error.getCause() instanceof RuntimeException cause))
        throw new IllegalStateException(error);
      if (cause instanceof ServiceException) cause.fillInStackTrace();
      throw cause;
    }
  }
}
