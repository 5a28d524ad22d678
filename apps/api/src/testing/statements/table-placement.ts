/** Where each table is in a database that is distributed by domain (docs/operate/scale.md). All others are distributed by `domain_id`. */

/** Every machine has a whole copy: they are small, seldom change, and are read for every call. */
export const wholeTables: Record<string, string> = {
  domains: 'every table refers to it; read before the domain is known',
  domain_hosts: 'finds the domain of a host name; a host name is unique in the installation',
}

/** They are on one machine. No statement joins them with tables of domains. */
export const localTables: Record<string, string> = {
  installation: 'one row of the installation',
  signing_certificate: 'one row of the installation',
  schema_migrations: 'the state of the schema',
  rate_limits: 'its keys are hashes that contain the domain; read and written alone, before the domain is known',
  'graphile_worker._private_jobs': 'the queue of all domains; workers take its jobs in one order',
  'graphile_worker._private_job_queues': 'as the queue',
  'graphile_worker._private_known_crontabs': 'as the queue',
  'graphile_worker._private_tasks': 'as the queue',
  'graphile_worker.migrations': 'the state of the queue',
}
