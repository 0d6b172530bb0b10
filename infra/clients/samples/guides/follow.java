import {{javaPackage}}.*;

class Sample {
  public static void main(String[] args) {
    PlatformClient client = new PlatformClient("{{url}}", "{{key}}");

    // The ID of the last event that you processed. This one is before every event.
    String last = "evt_00000000000000000000000000";

    // The loop fetches the next page when it needs it. The oldest event comes first.
    for (Event event :
        client.events.list(ListEventsParams.builder().endingBefore(last).limit(100).build())) {
      System.out.println(event.id() + " " + event.type());
    }
  }
}
