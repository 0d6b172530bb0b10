package {{javaPackage}};

import java.util.*;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One page of a list. Iterating it fetches the pages after it as needed. With `endingBefore`, it
 * fetches the previous pages and returns the objects in reverse.
 */
public final class Page<T extends Model> extends Model implements Iterable<T> {
  private final List<T> data;
  private final List<T> items;
  private final Function<T, Page<T>> after;

  Page(Map<String, Object> fields, Shape<T> item, boolean isReversed, Function<T, Page<T>> after) {
    super(fields);
    this.data = list("data", each -> read(Objects.requireNonNull(each), item));
    if (data == null) throw new IllegalArgumentException("It is no list.");
    this.items = new ArrayList<>(data);
    if (isReversed) Collections.reverse(items);
    this.after = after;
  }

  /** The objects of this page. */
  public List<T> data() {
    return data;
  }

  public boolean hasMore() {
    return Boolean.TRUE.equals(any("has_more"));
  }

  public long totalCount() {
    return integer(any("total_count"));
  }

  private Page<T> next() {
    return hasMore() && !data.isEmpty() ? after.apply(items.get(items.size() - 1)) : null;
  }

  /** The objects of this page and of those after it. */
  public Stream<T> stream() {
    return Stream.iterate(this, Objects::nonNull, Page::next).flatMap(page -> page.items.stream());
  }

  @Override
  public Iterator<T> iterator() {
    return stream().iterator();
  }
}
