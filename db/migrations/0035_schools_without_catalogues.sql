-- The catalogues of the platform, with their codes, are no business of a school's office: its menu no longer has them. An operator
-- may not give them to a school either.
delete from entmdl m using ent e where e.ent_no = m.ent_no and e.idnt_no = '030'
  and m.mdl_code in ('idnt', 'mdl', 'pwr', 'pbcrole', 'pbccfg', 'info', 'codegnrt', 'billtype', 'admnarea', 'gplat');
