-- A link by which an owner disowned a change is known for a while after: who presses it again, because the answer got
-- lost, is told that the account is closed, and nothing happens twice.
alter table nana.change_links add column if not exists spent_at timestamptz;
