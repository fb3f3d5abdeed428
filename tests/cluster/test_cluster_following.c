/* Lists and watches, without sockets: each row is a conversation with a server and what comes of it. */
#include "support/table.h"

#include "cluster/conversation.h"
#include "support/torture.h"

#define PODS "/api/v1/namespaces/shop/pods"
#define LIST PODS "?limit=500"
#define WATCH(version)                                                                             \
    PODS "?watch=1&allowWatchBookmarks=true&resourceVersion=" version "&timeoutSeconds=300"
#define STREAM                                                                                     \
    PODS "?watch=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch="          \
         "NotOlderThan&timeoutSeconds=300"
#define CHECK PODS "?limit=1"

#define POD(name, version)                                                                         \
    "{\"metadata\":{\"name\":\"" name "\",\"namespace\":\"shop\",\"uid\":\"u-" name                \
    "\",\"resourceVersion\":\"" version "\"}}"
#define PAGE(version, more, items)                                                                 \
    "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" version     \
    "\"" more "},\"items\":[" items "]}"
#define EVENT(type, name, version)                                                                 \
    "{\"type\":\"" type                                                                            \
    "\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"" name         \
    "\",\"namespace\":\"shop\",\"uid\":\"u-" name "\",\"resourceVersion\":\"" version "\"}}}\\n"
#define BOOKMARK(version)                                                                          \
    "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{"     \
    "\"resourceVersion\":\"" version "\"}}}\\n"
#define INITIAL_END(version)                                                                       \
    "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{"     \
    "\"resourceVersion\":\"" version                                                               \
    "\",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}\\n"
#define STATUS(code, reason)                                                                       \
    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","           \
    "\"message\":\"because\",\"reason\":\"" reason "\",\"code\":" code "}"
#define ERROR(code, reason) "{\"type\":\"ERROR\",\"object\":" STATUS(code, reason) "}\\n"

/* The same end of a list, each time that it is tried. */
#define FOUR_TIMES(end)                                                                            \
    "> " LIST "\n" end "\n@ 499\n-\n@ 1\n> " LIST "\n" end "\n@ 1000\n> " LIST "\n" end            \
    "\n@ 2000\n> " LIST "\n" end "\n"

/* A list of one page, which is reported. */
#define START                                                                                      \
    "> " LIST "\n< 200 " PAGE("5", "", POD("a", "1")) "\n> " WATCH(                                \
        "5") "\n= scope pods in shop; begin; .a; synced 5; live; ready\n"

static const struct row {
    TABLE_ROW;
    int version; /* of the server */
    bool follow;
    const char *script;
} rows
    [] = {
        /* clang-format off */
    { "a list in one page", 26, false,
      "> " LIST "\nh Accept: application/json\nh Bearer hunter2\n< 200 " PAGE("5", "", POD("a", "1") "," POD("b", "2")) "\n"
      "= scope pods in shop; begin; .a; .b; synced 5; live; ready\n-\n@ 700000\n-\n" },
    { "a list in pages", 26, false,
      "> " LIST "\n< 200 " PAGE("5", ",\"continue\":\"t/1\"", POD("a", "1")) "\n"
      "> " PODS "?limit=500&continue=t%2F1\n< 200 " PAGE("5", "", POD("b", "2")) "\n"
      "= scope pods in shop; begin; .a; .b; synced 5; live; ready\n-\n" },
    { "an empty list", 26, false,
      "> " LIST "\n< 200 " PAGE("5", "", "") "\n= scope pods in shop; begin; synced 5; live; ready\n" },
    { "a custom resource has its metadata behind the items", 26, false,
      "> " LIST "\n< 200 {\"apiVersion\":\"v1\",\"items\":[" POD("a", "1") "],\"kind\":\"PodList\",\"metadata\":{\"continue\":\"\",\"resourceVersion\":\"7\"}}\n"
      "= scope pods in shop; begin; .a; synced 7; live; ready\n" },
    { "one item is broken", 26, false,
      "> " LIST "\n< 200 " PAGE("5", "", POD("a", "1") ",{\"metadata\":{\"name\":nope}}," POD("b", "2")) "\n"
      "= scope pods in shop; begin; .a; broken; .b; synced 5; live; ready\n" },
    { "cut off in an item: the page comes again", 26, false,
      "> " LIST "\n{ 200\n. {\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[" POD("a", "1") ",{\"meta\n} reset\n"
      "= scope pods in shop; begin; listing connection\n@ 1000\n> " LIST "\n< 200 " PAGE("5", "", POD("a", "1")) "\n= .a; synced 5; live; ready\n" },
    { "cut off between two items", 26, false,
      "> " LIST "\n< 200 {\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[" POD("a", "1") ",\n"
      "@ 1000\n> " LIST "\n< 200 " PAGE("5", "", POD("a", "1")) "\n-\n" },
    { "cut off behind the last item", 26, false,
      "> " LIST "\n< 200 {\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[" POD("a", "1") "]\n"
      "@ 1000\n> " LIST "\n< 200 " PAGE("5", "", POD("a", "1")) "\n-\n" },
    { "a page that is cut off: from the beginning", 26, false,
      "> " LIST "\n< 200 " PAGE("5", ",\"continue\":\"t1\"", POD("a", "1")) "\n> " PODS "?limit=500&continue=t1\n< 200 {\"kind\":\"PodList\",\"items\":[" POD("z", "1") "]\n"
      "= scope pods in shop; begin; .a; .z; broken; listing answer\n@ 1000\n> " LIST "\n< 200 " PAGE("5", "", POD("a", "1")) "\n= begin; .a; synced 5; live; ready\n" },
    { "never a whole list", 26, false,
      "> " LIST "\n< 200 {}\n@ 1000\n> " LIST "\n< 200 {}\n@ 1000\n> " LIST "\n< 200 {}\n"
      "= scope pods in shop; begin; broken; listing answer; begin; broken; begin; broken; refused answer; ready\n-\n" },
    { "objects without a name", 26, false,
      "> " LIST "\n< 200 " PAGE("5", "", "{\"metadata\":{\"name\":7}},3,{}," POD("a", "1")) "\n"
      "= scope pods in shop; begin; broken; broken; broken; .a; synced 5; live; ready\n" },
    { "a bad gateway that speaks HTML", 26, false,
      FOUR_TIMES("< 502 <html>bad gateway</html>") "= scope pods in shop; begin; listing server; refused server; ready\n-\n" },
    { "an empty answer without Retry-After", 26, false,
      FOUR_TIMES("< 503 ") "= scope pods in shop; begin; listing server; refused server; ready\n-\n" },
    { "an empty answer without Retry-After, and then a list", 26, false,
      "> " LIST "\n< 503 \n@ 500\n> " LIST "\n< 200 " PAGE("5", "", POD("a", "1")) "\n"
      "= scope pods in shop; begin; listing server; .a; synced 5; live; ready\n-\n" },
    { "what the server does not implement is final", 26, false,
      "> " LIST "\n< 501 \n= scope pods in shop; begin; refused server; ready\n-\n" },
    { "a login page", 26, false,
      "> " LIST "\n< 200 <html>please log in</html>\n= scope pods in shop; begin; refused proxy; ready\n-\n" },
    { "forbidden", 26, false,
      "> " LIST "\n< 403 " STATUS("403", "Forbidden") "\n= scope pods in shop; begin; refused forbidden; ready\n-\n" },
    { "a token that expired goes on where it was", 26, false,
      "> " LIST "\n< 200 " PAGE("5", ",\"continue\":\"t1\"", POD("a", "1")) "\n> " PODS "?limit=500&continue=t1\n"
      "< 410 {\"kind\":\"Status\",\"metadata\":{\"continue\":\"t2\"},\"status\":\"Failure\",\"reason\":\"Expired\",\"message\":\"m\",\"code\":410}\n"
      "> " PODS "?limit=500&continue=t2\n< 200 " PAGE("9", "", POD("b", "2")) "\n"
      "= scope pods in shop; begin; .a; .b; synced 9 mixed; live; ready\n" },
    { "a token that expired, without another", 26, false,
      "> " LIST "\n< 200 " PAGE("5", ",\"continue\":\"t1\"", POD("a", "1")) "\n> " PODS "?limit=500&continue=t1\n< 410 " STATUS("410", "Expired") "\n"
      "> " PODS "\n< 200 " PAGE("9", "", POD("a", "1") "," POD("b", "2")) "\n"
      "= scope pods in shop; begin; .a; begin; .a; .b; synced 9; live; ready\n" },
    { "tokens that expire again and again end", 26, false,
      "> " LIST "\n< 410 " STATUS("410", "Expired") "\n> " PODS "\n< 410 " STATUS("410", "Expired") "\n"
      "= scope pods in shop; begin; begin; refused expired; ready\n-\n" },
    { "too many requests", 26, false,
      "> " LIST "\nH retry-after: 3\n< 429 " STATUS("429", "TooManyRequests") "\n-\n@ 2999\n-\n@ 1\n> " LIST "\n"
      "< 200 " PAGE("5", "", "") "\n= scope pods in shop; begin; listing busy; synced 5; live; ready\n" },
    { "an error of the server without Retry-After", 26, false,
      FOUR_TIMES("< 500 " STATUS("500", "InternalError")) "= scope pods in shop; begin; listing server; refused server; ready\n-\n" },
    { "a server that is started again", 26, false,
      "> " LIST "\n} refused\n@ 1000\n> " LIST "\n} refused\n@ 1600\n> " LIST "\n< 200 " PAGE("5", "", POD("a", "1")) "\n"
      "= scope pods in shop; begin; listing connection; .a; synced 5; live; ready\n-\n" },
    { "a server that stays away", 26, false,
      "> " LIST "\n} refused\n@ 1000\n> " LIST "\n} refused\n@ 1600\n> " LIST "\n} refused\n@ 3200\n> " LIST "\n} refused\n"
      "@ 5000\n> " LIST "\n} refused\n@ 5000\n> " LIST "\n} refused\n@ 5000\n> " LIST "\n} refused\n@ 5000\n> " LIST "\n} refused\n"
      "= scope pods in shop; begin; listing connection\n@ 4199\n-\n=\n@ 1\n-\n= refused connection; ready\n@ 600000\n-\n" },
    { "a stream that is reset before the answer", 26, false,
      "> " LIST "\n} stream\n@ 1000\n> " LIST "\n< 200 " PAGE("5", "", POD("a", "1")) "\n"
      "= scope pods in shop; begin; listing connection; .a; synced 5; live; ready\n-\n" },
    { "pages that lead to themselves", 26, false,
      "> " LIST "\n< 200 " PAGE("5", ",\"continue\":\"t\"", POD("a", "1")) "\n> " PODS "?limit=500&continue=t\n"
      "< 200 " PAGE("5", ",\"continue\":\"t\"", POD("b", "1")) "\n= scope pods in shop; begin; .a; .b; refused limit; ready\n-\n" },
    { "pages in a circle", 26, false,
      "> " LIST "\n< 200 " PAGE("5", ",\"continue\":\"t\"", POD("a", "1")) "\n> " PODS "?limit=500&continue=t\n"
      "< 200 " PAGE("5", ",\"continue\":\"u\"", "") "\n> " PODS "?limit=500&continue=u\n"
      "< 200 " PAGE("5", ",\"continue\":\"t\"", "") "\n> " PODS "?limit=500&continue=t\n"
      "< 200 " PAGE("5", ",\"continue\":\"u\"", "") "\n= scope pods in shop; begin; .a; refused limit; ready\n-\n" },
    { "an answer that takes too long", 26, false,
      "> " LIST "\n{ 200\n. {\"kind\":\"PodList\"\n@ 300000\n} timeout\n= scope pods in shop; begin; refused limit; ready\n-\n" },
    { "a 401 is tried once more with the same token and is final", 26, false,
      "> " LIST "\n< 401 " STATUS("401", "Unauthorized") "\n= scope pods in shop; begin; refused credentials; ready\n-\n" },

    { "list, then watch", 26, true,
      "> " LIST "\n< 200 " PAGE("5", "", POD("a", "1")) "\n> " WATCH("5") "\n{ 200\n= scope pods in shop; begin; .a; synced 5; live; ready\n"
      ". " EVENT("ADDED", "b", "6") EVENT("MODIFIED", "a", "7") "\n= +b; ~a\n. " EVENT("DELETED", "a", "8") "\n= -a\n"
      "@ 60000\n} ok\n> " WATCH("8") "\n=\n" },
    { "events may be cut anywhere", 26, true,
      "> " LIST "\n< 200 " PAGE("5", "", "") "\n> " WATCH("5") "\n{ 200\n. {\"type\":\"ADDED\",\"obj\n. ect\":{\"kind\":\"Pod\",\"metadata\":{\"name\":\"x\",\n"
      ". \"resourceVersion\":\"9\"}}}\n. \\n\n= scope pods in shop; begin; synced 5; live; ready; +x\n" },
    { "bookmarks move the version and nothing else", 26, true,
      START "> " WATCH("5") "\n{ 200\n. " BOOKMARK("900") "\n@ 2000\n} ok\n=\n> " WATCH("900") "\n" },
    { "a watch that ends at once is not a busy loop", 26, true,
      START "> " WATCH("5") "\n{ 200\n} ok\n= silent server\n-\n@ 800\n> " WATCH("5") "\n{ 200\n= live\n" },
    { "an expired version as an event: list again", 26, true,
      START "> " WATCH("5") "\n{ 200\n. " ERROR("410", "Expired") "\n> " LIST "\n< 200 " PAGE("50", "", POD("b", "40")) "\n> " WATCH("50") "\n= begin; .b; synced 50\n" },
    { "an expired version as a status", 26, true,
      START "> " WATCH("5") "\n< 410 " STATUS("410", "Expired") "\n> " LIST "\n< 200 " PAGE("50", "", "") "\n> " WATCH("50") "\n= begin; synced 50\n" },
    { "too many requests as an event: go on from the last version", 26, true,
      START "> " WATCH("5") "\n{ 200\n. " EVENT("ADDED", "b", "6") ERROR("429", "TooManyRequests") "\n= +b; silent busy\n@ 800\n> " WATCH("6") "\n{ 200\n= live\n" },
    { "errors of the server: watch again, then list", 26, true,
      START "> " WATCH("5") "\n< 500 " STATUS("500", "x") "\n@ 800\n> " WATCH("5") "\n< 500 " STATUS("500", "x") "\n@ 1600\n> " WATCH("5") "\n< 500 " STATUS("500", "x") "\n"
      "@ 3200\n> " WATCH("5") "\n< 500 " STATUS("500", "x") "\n@ 6400\n> " WATCH("5") "\n< 500 " STATUS("500", "x") "\n@ 12800\n> " LIST "\n< 200 " PAGE("8", "", "") "\n"
      "> " WATCH("8") "\n= silent server; begin; synced 8; live\n" },
    { "a lost connection: check, then watch from the last version", 26, true,
      START "> " WATCH("5") "\n{ 200\n. " EVENT("ADDED", "b", "6") "\n} reset\n= +b; silent connection\n-\n@ 800\n> " CHECK "\n< 200 " PAGE("30", "", POD("z", "30")) "\n"
      "> " WATCH("6") "\n{ 200\n= live\n" },
    { "a dead connection is a lost one", 26, true,
      START "> " WATCH("5") "\n{ 200\n} dead\n@ 800\n> " CHECK "\n< 200 " PAGE("5", "", "") "\n> " WATCH("5") "\n" },
    { "a server that was restored from a backup: list again", 26, true,
      START "> " WATCH("5") "\n{ 200\n. " BOOKMARK("1000") "\n} reset\n@ 800\n> " CHECK "\n< 200 " PAGE("999", "", "") "\n> " LIST "\n< 200 " PAGE("999", "", "") "\n> " WATCH("999") "\n" },
    { "a server that is gone, and comes back", 26, true,
      START "> " WATCH("5") "\n{ 200\n} reset\n@ 800\n> " CHECK "\n} refused\n= silent connection; silent connection\n@ 799\n-\n@ 2400\n> " CHECK "\n} refused\n@ 6400\n> " CHECK "\n"
      "< 200 " PAGE("5", "", "") "\n> " WATCH("5") "\n{ 200\n= live\n" },
    { "forbidden in the middle: rows stay, tried again later", 26, true,
      START "> " WATCH("5") "\n< 403 " STATUS("403", "Forbidden") "\n= refused forbidden\n@ 299999\n> /apis\n" },
    { "other text than events", 26, true,
      START "> " WATCH("5") "\n{ 200\n. {\"hello\":1}\\n\n= broken\n. " EVENT("ADDED", "b", "6") "\n= +b\n" },

    { "a list as a stream", 35, true,
      "> " STREAM "\n{ 200\n. " EVENT("ADDED", "b", "9") EVENT("ADDED", "a", "2") "\n= scope pods in shop; begin; .b; .a\n. " INITIAL_END("12") "\n= synced 12; live; ready\n"
      ". " EVENT("MODIFIED", "a", "13") "\n= ~a\n@ 20000\n} ok\n> " WATCH("13") "\n" },
    { "a stream that the server refuses", 35, true,
      "> " STREAM "\n< 422 " STATUS("422", "Invalid") "\n> " LIST "\n< 200 " PAGE("5", "", "") "\n> " WATCH("5") "\n"
      "= scope pods in shop; begin; begin; synced 5; live; ready\n" },
    { "a stream that ends in an error event", 35, true,
      "> " STREAM "\n{ 200\n. " EVENT("ADDED", "b", "9") ERROR("500", "InternalError") "\n> " LIST "\n< 200 " PAGE("5", "", POD("b", "4")) "\n> " WATCH("5") "\n"
      "= scope pods in shop; begin; .b; begin; .b; synced 5; live; ready\n" },
    { "a stream without its bookmark", 35, true,
      "> " STREAM "\n{ 200\n. " EVENT("ADDED", "b", "9") "\n@ 9999\n= scope pods in shop; begin; .b\n@ 1\n> " LIST "\n< 200 " PAGE("5", "", POD("b", "4")) "\n> " WATCH("5") "\n" },
    { "a stream that ends before its bookmark", 35, true,
      "> " STREAM "\n{ 200\n. " EVENT("ADDED", "b", "9") "\n} ok\n> " LIST "\n" },
    { "a stream whose connection is lost", 35, true,
      "> " STREAM "\n{ 200\n. " EVENT("ADDED", "b", "9") "\n} reset\n@ 1000\n> " STREAM "\n{ 200\n. " EVENT("ADDED", "b", "9") INITIAL_END("12") "\n"
      "= scope pods in shop; begin; .b; listing connection; begin; .b; synced 12; live; ready\n" },
    { "after an expired version a stream again", 35, true,
      "> " STREAM "\n{ 200\n. " INITIAL_END("12") ERROR("410", "Expired") "\n> " STREAM "\n{ 200\n. " EVENT("ADDED", "a", "2") INITIAL_END("20") "\n"
      "= scope pods in shop; begin; synced 12; live; ready; begin; .a; synced 20\n" },
    { "freed in the middle", 35, true, "> " STREAM "\n{ 200\n. " EVENT("ADDED", "b", "9") "\nx\n-\n" },
        /* clang-format on */
    };

static vitals_cluster_selection select_pods(bool follow) {
    static const vitals_cluster_target pods = { { "pods", 4 }, { NULL, 0 }, { NULL, 0 } };
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    selection.targets = &pods;
    selection.target_count = 1;
    selection.namespace_ = (vitals_text){ "shop", 4 };
    selection.follow = follow;
    return selection;
}

static void check(void **state) {
    const struct row *row = *state;
    const vitals_cluster_selection selection = select_pods(row->follow);
    const conversation_options options = { .selection = &selection };
    conversation *own = NULL;
    assert_int_equal(conversation_new(&options, &own), VITALS_OK);
    conversation_discover(own, row->version);
    assert_int_equal(conversation_run(own, row->script), VITALS_OK);
    assert_null(strstr(conversation_requests(own), "secrets"));
    conversation_free(own);
}

/* ------------------------------------------------------------------- memory */

static vitals_status play(torture *state, void *user) {
    const struct row *row = user;
    const vitals_allocator allocator = torture_allocator(state);
    const vitals_cluster_selection selection = select_pods(row->follow);
    const conversation_options options = { &allocator, NULL, &selection, true };
    conversation *own = NULL;
    vitals_status status = conversation_new(&options, &own);
    if (status != VITALS_OK) return status;
    conversation_discover(own, row->version);
    status = conversation_run(own, row->script);
    conversation_free(own);
    return status;
}

/* Every allocation fails once: nothing is lost without a report. */
static void check_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(rows); i++) {
        struct row row = rows[i];
        assert_true(torture_run(play, &row) > 60);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_memory) };
    const int failed = TABLE_RUN("following", check, rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
