-- The account that became the buyer of a visitor's order, because it proved the order's address.
CREATE TABLE order_buyers (
    order_id INTEGER PRIMARY KEY CONSTRAINT order_buyers_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL CONSTRAINT order_buyers_user_id_fkey REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX order_buyers_user_id ON order_buyers (user_id);
