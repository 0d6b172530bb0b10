package {{javaPackage}};

import static {{javaPackage}}.RuntimeTest.answer;
import static {{javaPackage}}.RuntimeTest.client;
import static {{javaPackage}}.RuntimeTest.same;

import {{javaPackage}}.RuntimeTest.Server;
import java.util.List;

/** Tests that iterating a list fetches its pages. */
final class PagingTest {
  private PagingTest() {}

  static void run() {
    fetchesPages();
    fetchesPagesWithoutIds();
    fetchesPreviousPagesInReverse();
  }

  static void fetchesPages() {
    Server server =
        new Server(
            answer(200, "{\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}],\"has_more\":true}"),
            answer(200, "{\"data\":[{\"id\":\"c\"}],\"has_more\":false}"));
    StringBuilder ids = new StringBuilder();
    for (Driver driver : client(server).drivers.list(new ListDriversParams().limit(2L)))
      ids.append(driver.id());
    same("abc", ids.toString());
    same("limit=2&starting_after=b", server.sent.get(1).uri().getQuery());
  }

  static void fetchesPagesWithoutIds() {
    Server server =
        new Server(
            answer(200, "{\"data\":[{\"platform\":\"a\"}],\"has_more\":true}"),
            answer(200, "{\"data\":[{\"platform\":\"b\"}],\"has_more\":false}"));
    StringBuilder found = new StringBuilder();
    for (Connection each :
        client(server).earnings.listConnections("drv_1", new ListConnectionsParams()))
      found.append(each.platform());
    same("ab", found.toString());
    same("starting_after=a", server.sent.get(1).uri().getQuery());
  }

  static void fetchesPreviousPagesInReverse() {
    Server server =
        new Server(
            answer(200, "{\"data\":[{\"id\":\"c\"},{\"id\":\"d\"}],\"has_more\":true}"),
            answer(200, "{\"data\":[{\"id\":\"b\"}],\"has_more\":false}"));
    Page<Driver> page =
        client(server).drivers.list(new ListDriversParams().limit(2L).endingBefore("e"));
    same(List.of("d", "c", "b"), page.stream().map(Driver::id).toList());
    same(List.of("c", "d"), page.data().stream().map(Driver::id).toList());
    same("limit=2&ending_before=c", server.sent.get(1).uri().getQuery());
  }
}
