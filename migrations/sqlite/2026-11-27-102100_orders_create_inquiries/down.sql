DROP TABLE payment_inquiries;
