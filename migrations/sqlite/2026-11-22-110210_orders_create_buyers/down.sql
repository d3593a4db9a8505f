DROP TABLE order_buyers;
