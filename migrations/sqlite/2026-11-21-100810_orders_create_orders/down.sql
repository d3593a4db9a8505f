DROP TABLE payment_reversals;
DROP TABLE payment_events;
DROP TABLE receipt_years;
DROP TABLE receipts;
DROP TABLE order_courses;
DROP TABLE orders;
DROP TABLE coupons;
