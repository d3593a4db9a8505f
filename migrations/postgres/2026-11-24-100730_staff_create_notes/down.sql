DROP TABLE staff_notes;
