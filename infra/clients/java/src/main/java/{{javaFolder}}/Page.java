package {{javaPackage}};

import java.util.*;
import java.util.concurrent.CompletableFuture;
import java.util.function.*;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list. Iterating it fetches the pages after it as needed. With `endingBefore`, it
 * fetches the previous pages and returns the objects in reverse.
 */
public final class Page<T extends Model> extends Model implements Iterable<T> {
  private final List<T> data;
  private final List<T> items;
  private final After<T> after;

  /** Fetches the page after an object, or this page again. */
  interface After<T extends Model>
      extends Function<@Nullable T, @Nullable CompletableFuture<Page<T>>> {}

  Page(Map<String, Object> fields, Shape<T> item, boolean isReversed, After<T> after) {
    super(fields);
    this.data = list(fields.get("data"), each -> item.apply(object(each)));
    this.items = new ArrayList<>(data);
    if (isReversed) Collections.reverse(items);
    this.after = after;
  }

  /** The objects of this page. */
  public List<T> data() {
    return data;
  }

  /** Whether the list has more pages. */
  public boolean hasMore() {
    return Boolean.TRUE.equals(any("has_more"));
  }

  /** The number of all objects of the list. */
  public long totalCount() {
    return get("total_count", Model::integer);
  }

  /** Fetches the next page. The last one has none: it is null. */
  public CompletableFuture<@Nullable Page<T>> nextAsync() {
    if (!hasMore() || data.isEmpty()) return CompletableFuture.completedFuture(null);
    return followingAsync();
  }

  private CompletableFuture<Page<T>> followingAsync() {
    var next = after.apply(data.isEmpty() ? null : items.get(items.size() - 1));
    String why = "Its next page starts where this one does.";
    if (next == null) throw ResponseException.format(Objects.requireNonNull(response), why);
    return next;
  }

  /** The next page of a list that is followed, after the wait that the service asks for. */
  Page<T> later() {
    if (!hasMore() || data.isEmpty())
      Steps.await(() -> Steps.timer(Transport.followNanos(Objects.requireNonNull(response))));
    return Steps.await(this::followingAsync);
  }

  /** The objects of this page and of those after it. */
  public Stream<T> stream() {
    return Stream.iterate(this, Objects::nonNull, page -> Steps.await(page::nextAsync))
        .flatMap(page -> page.items.stream());
  }

  List<T> inOrder() {
    return items;
  }

  @Override
  public Iterator<T> iterator() {
    return stream().iterator();
  }
}
