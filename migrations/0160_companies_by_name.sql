-- It said the same as `companies_name`, which is read in the same order: there is one living company of a name, so nothing is
-- left to put in order by id. Sixty thousand companies that an import brings are each entered in one index less.
drop index companies_by_name;
