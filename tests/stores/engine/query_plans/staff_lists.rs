//! Lists that commands read page by page.

use audit::ActFilter;
use diesel::connection::set_default_instrumentation;
use kernel::{StoreError, UserId};
use orders::{OrderFilter, OrderStatus};
use purchase_keys::KeyId;
use rstest::rstest;
use support::{Engine, Postgres, Sqlite, TestDatabase};

use super::{QUERIES, recorder};
use crate::engine::plans::{is_explainable, plan, scans};

#[rstest]
fn a_page_of_a_long_list_reads_and_sorts_no_other_rows(#[values(Sqlite, Postgres)] engine: Engine) {
    set_default_instrumentation(recorder).unwrap();
    let database = TestDatabase::new(engine);
    let paid = OrderFilter {
        status: Some(OrderStatus::Paid),
        ..OrderFilter::default()
    };
    QUERIES.lock().unwrap().clear();
    let read: Result<(), StoreError> = database.read(|store| {
        store.user_records_after(UserId(1), 10)?;
        store.key_records_after(KeyId(1), None, 10)?;
        store.orders_before(None, &OrderFilter::default(), 10)?;
        store.orders_before(None, &paid, 10)?;
        store.outbox_records_after(1, None, 10)?;
        store.acts_after(1, &ActFilter::default(), 10)?;
        Ok(())
    });
    read.unwrap();
    let queries = QUERIES.lock().unwrap().clone();
    let explained: Vec<_> = queries.iter().filter(|sql| is_explainable(sql)).collect();
    assert!(explained.len() >= 6, "{explained:?}");
    for sql in explained {
        let steps = plan(&database.address(), sql);
        let text = steps.join("\n");
        assert!(scans(engine, &steps).is_empty(), "{sql}\n{text}");
        assert!(!text.contains("TEMP B-TREE FOR ORDER BY"), "{sql}\n{text}");
    }
}
