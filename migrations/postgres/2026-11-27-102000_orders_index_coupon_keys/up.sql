-- A coupon is found without its dashes, by the form in which two spellings of one code are equal.
CREATE INDEX coupons_code_without_dashes ON coupons (replace(code, '-', ''));
