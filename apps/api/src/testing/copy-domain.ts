/** Copies the demo with all its people and rows, in some tenths of a second: each journey has a business of its own. */
import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'
import { unsynced } from '#api/embedded-postgres/settings.ts'

/**
 * `testing.copy_domain(source, identifier)` answers the id of the copy. People, rows and ids stay the same. Triggers do not run, so derived rows
 * are copied as they are; only the hashes of the audit name their domain and are made anew. Keys of files, and words of a search, begin with
 * the id of their domain.
 */
const COPY_DOMAIN = `
  create schema if not exists testing;
  create or replace function testing.copied(source bigint, copy bigint, place regclass) returns text language sql stable as $$
    select format(
      'insert into %s (%s) overriding system value select %s from %s where domain_id = %s', place, string_agg(quote_ident(attname), ', '),
      string_agg(
        case
          when attname = 'domain_id' then copy::text
          when atttypid = 'text'::regtype and attname ~ 'key$'
            then format('regexp_replace(%I, %L, %L)', attname, '^' || source || '/', copy || '/')
          when atttypid = 'tsvector'::regtype
            then format('regexp_replace(%I::text, %L, %L, %L)::tsvector', attname, '''' || source || '([:#])', '''' || copy || '\\1', 'g')
          else quote_ident(attname)
        end, ', '),
      place, source)
    from pg_attribute
    where attrelid = place and attnum > 0 and not attisdropped and attgenerated = ''
  $$;
  create or replace function testing.copy_domain(source bigint, new_identifier text) returns bigint language plpgsql as $$
  declare
    copy bigint;
    place record;
    line public.audit_log;
    previous bytea;
  begin
    insert into public.domains (identifier, name, email_sender, demo) select new_identifier, new_identifier, '', demo from public.domains where id = source
    returning id into copy;
    perform set_config('session_replication_role', 'replica', true);
    execute (
      select format('update public.domains d set (%s) = (select %s from public.domains where id = %s) where id = %s',
        string_agg(quote_ident(attname), ', '),
        string_agg(
          case when attname in ('logo', 'favicon', 'login_image')
            then format('regexp_replace(%I, %L, %L)', attname, '^' || source || '/', copy || '/') else quote_ident(attname) end, ', '),
        source, copy)
      from pg_attribute
      where attrelid = 'public.domains'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'identifier'));
    for place in
      select c.oid, c.relname
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'domain_id'
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'gateway_sim'::regnamespace)
        and c.relname not in ('audit_log', 'audit_heads', 'domain_hosts')
    loop
      execute testing.copied(source, copy, place.oid);
    end loop;
    for line in select * from public.audit_log where domain_id = source order by chain, number loop
      line.domain_id := copy;
      line.hash := public.audit_hash(case when line.number = 1 then '' else previous end, line);
      previous := line.hash;
      insert into public.audit_log values (line.*);
    end loop;
    insert into public.audit_heads
    select h.domain_id, h.chain, h.number, h.id, h.hash
    from (select distinct on (chain) * from public.audit_log where domain_id = copy order by chain, number desc) h;
    for place in
      select c.relname from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'assign_id'
    loop
      execute format('select setval(%L, last_value, is_called) from ids.%I',
        format('ids.%I', place.relname || '_' || copy), place.relname || '_' || source);
    end loop;
    perform set_config('session_replication_role', 'origin', true);
    return copy;
  end $$;`

/**
 * After `analyze`, which has seen the demo alone: it would take the rows of every other domain for none, and read all rows of a copy for each row
 * that it joins.
 */
const MANY_DOMAINS = `
  select pg_clear_attribute_stats('public', c.relname::text, 'domain_id', false),
    pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', 'domain_id', 'inherited', false,
      'null_frac', 0::real, 'avg_width', 8, 'n_distinct', 100::real)
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'domain_id'
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`

/** Links the files of a domain into the folder of another one. Files are replaced as a whole, so both domains keep theirs. */
function linkFiles(files: string, source: number, copy: number): void {
  const [from, to] = [path.join(files, String(source)), path.join(files, String(copy))]
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const place = path.join(to, path.relative(from, entry.parentPath))
    mkdirSync(place, { recursive: true })
    if (entry.isFile()) linkSync(path.join(entry.parentPath, entry.name), path.join(place, entry.name))
  }
}

/** Connects to the database of the portal that runs on this data folder. */
export async function openOwner(dataDir: string): Promise<pg.Client> {
  const connectionString = findRunningCluster(dataDir)?.('vialdesk')
  if (connectionString === undefined) throw new Error(`No portal runs on ${dataDir}`)
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  return owner
}

/** Once for each portal, before the first copy. */
export const prepareCopies = (owner: pg.Client) => owner.query(COPY_DOMAIN)

/**
 * For a database that is thrown away: it answers before the disk has its changes, and does not clean itself. It is told that it has many domains,
 * as it would learn by itself: with statistics of one domain it reads whole tables for the rows of one.
 */
export async function makeTemporary(owner: pg.Client): Promise<void> {
  for (const [name, value] of Object.entries({ ...unsynced, autovacuum: 'off' }))
    await owner.query(`alter system set ${name} = ${value}`)
  await owner.query('select pg_reload_conf()')
  await owner.query('analyze')
  await owner.query(MANY_DOMAINS)
}

/** Copies the demo of the portal on this data folder into a domain with this identifier. */
export async function copyDemo(owner: pg.Client, dataDir: string, identifier: string): Promise<void> {
  const { rows } = await owner.query<{ source: string; copy: string }>(
    `select id as source, testing.copy_domain(id, $1) as copy from domains where identifier = 'demo'`,
    [identifier],
  )
  if (!rows[0]) throw new Error('The portal has no demo')
  linkFiles(path.join(dataDir, 'files'), Number(rows[0].source), Number(rows[0].copy))
}
