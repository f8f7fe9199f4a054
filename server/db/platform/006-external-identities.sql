-- A company's own accounts keep to themselves: their addresses may also be those of ordinary accounts.
drop index auth.users_email_key;
create unique index users_email_partial_key on auth.users (lower(email)) where is_sso_user = false;
