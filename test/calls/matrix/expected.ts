/**
 * Lists who may do what, after docs/spec/rights.md#default-roles and docs/spec/modules.md#built-in-modules, independently of the
 * product: v view, a add, e edit, d delete, s set, review and enable, i import, x export, c clear text, r review alone.
 */
export const columns = [
  'operator',
  'part',
  'bureau',
  'school',
  'grade',
  'class',
  'staff',
  'company',
  'companyStaff',
  'agent',
  'merchant',
] as const

export type Column = (typeof columns)[number]

const table = `
area         operator part    bureau  school   grade class staff company  companyStaff agent   merchant
students     v        v       vx      vaedsixc vex   vesxc -     -        -            -       -
units        v        v       v       vaedsi   v     v     v     -        -            -       -
people       vaedsixc vaedsix vaedsix vaedsixc v     v     v     vaedsixc v            vaedsix vaedsix
yearEnd      -        -       v       vs       v     v     -     -         -            -       -
photos       vs       vs      vs      vs       -     v     -     vs       -            vs      vs
roles        vaeds    vaeds   vaeds   vaeds    -     -     -     vaeds    -            vaeds   vaeds
enterprises  vaeds    vaeds   v       ve       -     -     -     ve       -            va      ve
ent          vaeds    vaeds   v       -        -     -     -     -        -            va      -
ownEnt       ve       ve      v       ve       -     -     -     ve       -            v       ve
scharch      vex      vex     v       vex      -     -     -     -        -            -       -
edcarch      vex      vex     vex     -        -     -     -     vex      -            vex     vex
modulesGiven vaeds    vaeds   v       -        -     -     -     -        -            va      -
catalogue    vaedsix  v       v       -        -     -     -     v        -            v       v
ownLists     vaeds    vaeds   ves     ves      -     -     -     ves      -            -       ves
publicRoles  vaeds    v       v       -        -     -     -     v        -            -       -
accounts     vaeds    vaeds   -       -        -     -     -     -        -            -       -
forms        vaeds    v       vaeds   vaeds    -     -     v     vaeds    -            -       -
messages     -        -       vaedxrc vaedxrc  vaedxc vaedxc -   vaedxrc  -            -       -
approvals    -        -       v       v        v     v     v     v        v            -       -
flows        -        -       vaeds   vaeds    -     -     -     vaeds    -            -       -
writebacks   -        -       vrc     vrc      vr    vrc   -     vrc      -            -       -
leaves       -        -       vesx    vesx     vesx  vesx  -     vesx     -            -       -
channels     vs       vs      vs      vs       -     -     -     vs       -            -       -
meetings     -        -       vaedsix vaedsix  vaedsix vaedsix v vaedsix  v            -       -
visits       -        -       vsrx    vsrxc    vr    vr    vr    vsrxc    vr           -       -
portals      vaeds    v       vaedsx  vaedsx   vae   vae   va    vaedsx   va           -       -
classes      vaed     v       vaed    vaed     -     -     -     vaed     -            -       -
records      vs       vs      v       vs       -     -     -     vs       -            v       v
history      vs       vs      vr      vs       v     v     v     vs       v            vr      vr
`

const [head = [], ...lines] = table
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/))

export type Area = string

/** Tells whether a column of the table may do one of the letters in an area. */
export function may(column: Column, area: Area, letter: string): boolean {
  const row = lines.find(([name]) => name === area)
  if (!row) throw new Error(`no area ${area}`)
  return (row[head.indexOf(column)] ?? '').includes(letter)
}

/** Describes who may make a call: by its area and letter, one of several of them, or anybody who is signed in. */
export type Needs = 'anybody' | 'session' | { area: Area; letter: string }[]

// Lists in each line the folder, its area (`|` parts several rights), and the calls under each letter.
const calls = `
/ent/org people v: getwithleademp getlist getorgemppage getorgemplist; a: create; d: delete; e: update updateandleademp updateprtorg setorgord setorgempord updateemporg; s: createorgemp deleteorgemp updateorgemp
/ent/org people v: gettree gettreewithstatis
/ent/emp people v: getpage getex getexlist getexpage getstatis applyforempcardpht applyforempfacepht; a: create; d: delete; e: update updatemany; s: auth updatephone enable disable; x: export; i: importemp importempcreate importpic previewpic getpic setpic closepic; c: reveal
/ent/emp people|roles|accounts v: getlist getorgtree
/ent/empgrp people v: getlist getpage getexlist getmbrlist getpwrmsglist; a: create; d: delete; e: update setempgrpord; s: creatembr deletembr
/ent/imp people|students|units|meetings i: getpage getopen template getrows getalike getprogress edit repair setout setcolumns setref close undo export
/ent/rollover yearEnd v: get getpage getundo; s: savedraft dropdraft dropimports run takeback
/ent/duplicate yearEnd v: getlist getpair getmerges getundo; s: notsame merge takeback
/ent/datacheck yearEnd v: get getschools getfound gettasks; s: assign canceltask
/ent/photo photos v: getpage; s: pass reject
/ent/role roles v: getalllist getselfrolelist getpbcrolelist getselfroleexlist getpbcroleexlist; a: createselfrole; e: updateselfrole; d: deleteselfrole deleteselfrolemany
/ent/rolepwr roles v: getlist getmdltree; s: set createmdlrolepwr updatemdlrolepwr deletemdlrolepwr
/ent/emprole roles v: getlist; s: createroleemp deleteroleemp set setroleempord
/ent/emppwr roles v: getlist getmdltree; a: createmdlemppwr; e: updatemdlemppwr; d: deletemdlemppwr deleteemppwr; s: set
/ent/empdatapwr roles v: getrolelist getchdpwr getheld getcover getholders getmsgpeople; s: set setbydataval setempmsgpwr
/ent/mdl roles v: getmdltree; e: setentmdlord updateprtmdl update
/ent/reason roles v: getwhy getwho gettargets; s: viewas
/ent/edcunit units v: get; a: create creategradeandclass createclassmany; e: update setedcunitord updateprtedcunit; d: delete; s: enable disable graduate upgrade
/ent/edcunit units|students v: getchktypelist getchktypetree gettree getlist getexlist getrolechdlist getrolelist getstatis getunitname
/ent/edcunit roles v: getrolelistforset
/ecb/ent ent v: getpage getlist gettree getidnt getstatis gettouched; a: create; d: delete; e: setentord updateprtent
/ecb/ent ent|ownEnt v: get; e: update
/ent/ent ownEnt v: getparent getsubset getlist
/ecb/entact enterprises v: getlist; a: create; e: update; d: delete
/ecb/payitem enterprises v: getlist; a: create; e: update setpayitemord; d: delete
/ecb/emparch people v: getpage get; e: set; c: reveal
/ent/scharch scharch v: getpage get; e: set
/ent/edcarch edcarch v: getpage get; e: set
/ecb/entmdl modulesGiven v: getlist getentlist getmdltreeforset getentforset gettouched; a: createmdlent; d: deletemdlent; s: setentmdl
/ecb/pbccfg catalogue|enterprises v: getlist
/ecb/pbccfg catalogue a: create; e: update believeclock release getjobs retryjobs
/ecb/entcfg enterprises v: getlist getentlist; a: getentforset createcfgent; e: updateentcfg; d: deletecfgent
/ecb/getcfg enterprises e: set
/ecb/info catalogue v: gettypepage getpage; a: createtype create; e: updatetype update; d: deletetype delete; i: compare load; x: export
/ecb/info catalogue|ownLists v: gettypelist
/ecb/entinfo ownLists v: getlistforset getentlist; s: setentinfo; e: updateentinfo; a: createinfoent; d: deleteinfoent
/ecb/codegnrt catalogue v: getpage; a: create; e: update; d: delete
/ecb/billtype catalogue v: getpage; a: create; e: update; d: delete
/ecb/idnt catalogue v: gettree getlist; a: create; e: update; d: delete
/ecb/mdl catalogue v: gettree; a: create; e: update setmdlord updateprtmdl; d: delete
/ecb/pwr catalogue v: getlist; a: create; e: update; d: delete
/ecb/pbcrole publicRoles v: getlist getmdltree; a: create; e: update; d: delete; s: setpwr
/ecb/entrole publicRoles v: getentlist getmdltree; s: setpbcrole createpbcroleent deletepbcroleent getentforset
/ecb/user accounts v: getpage getents; a: create; e: update; d: delete; s: setidnts resetpwd unlock imitate
/ent/stu students v: getlist getexlist getpage getexpage get getex getstatis getptrlist getrnglist getrolelist gettree similar getphotos; a: create; e: update updatemany updateunit updatewts bulkupdatewts applyforstucardpht applyforstufacepht; d: delete; s: enable disable transfer updatephone auth withdraw; x: export; c: reveal; i: importpic previewpic getpic setpic closepic importnewstu importnewstucreate importstu importstucreate importptrtel importptrtelcreate importstutel importstutelcreate importwts importwtscreate importunit importunitcreate
/ent/stu units i: importedcunit importedcunitcreate
/ent/stuarch students v: getpage get; e: set; c: reveal
/ent/ptr students v: getpage getstatis get getlist find getphotos; a: create; e: update updatemany applyforptrcardpht applyforptrfacepht; d: delete; s: enable disable updatephone auth withdraw; x: export; c: reveal; i: importpic previewpic getpic setpic closepic
/ent/stuptr students v: getpage getstulist; e: create createwithptr update updatewithptr updatephone; d: delete
/ecb/ptrarch students v: getpage get; e: set
/ent/bill forms v: getctrllist getkitlist gettypelist getinitclmnlist gettmpllist getknown; a: createtmpl; e: updatetmpl savetmplclmns; d: deletetmpl; s: publishtmpl enabletmpl disabletmpl
/ent/bill forms|meetings|visits|messages|flows v: getlist gettmpl
/ent/msg messages v: getpage get getreaders getevents; r: setevent; a: preview save send cancel addto remind; d: recall delete; x: export
/ent/msgtmpl messages a: getlist create delete
/ent/hnd messages v: getpage get getasked getanswer getanswers getstatis; a: preview save handout; e: end reopen stoprepeat renewlink discard exempt remind proxy getproxy upload giveback; d: delete; x: export exportfiles; c: reveal
/ent/prop writebacks v: getpage getcounts; r: accept reject takeback; c: reveal
/ent/flow flows v: getpage get try; a: create; e: update find; s: publish setstt; d: delete
/ent/lve leaves v: getpage getcalendar get; s: leave back; e: cut; x: export
/user/prc approvals v: getforms getform save start getpage
/user/tsk approvals v: getpage getdelegations delegate enddelegation
/ent/erasure roles v: getpage; d: getgone get create
/ent/chn channels v: getlist getmatch getdead; s: set setchnord test match retry
/ent/mtg meetings v: getminutes saveminutes sendminutes dropminutes getminutesreadpage getrooms getroomuse getpage getmtginfo getmtgschdtime getmtgmanpage getmtgsignpage apply applyleave withdraw setseen reply signin; a: createroom; e: updateroom getroomseats getclash creatorupdatemtg deletemtgman; s: setmtgpub endmtg cancelmtg setpass setreject getmtgqrcode getboard setsign revealreply setdecision; d: deletemtg deleteroom; i: previewmtgman createmtgman importmtgman; x: exportmtgman exportmtgsign
/ent/vst visits v: getvstnotepersonalpage getvstnoteteampage getstatis get; s: create arrive leave getcodes getcode createcode updatecode renewcode deletecode; r: makehostkey pass reject cancel; x: export; c: reveal
/vam/act portals v: getshownpage getshown getpage get getmissingpage; a: create update submit end cancel delete; s: publish sendback; x: export exportmissing
/vam/reg portals v: getcandidates enroll getminepage cancel getcode getpage get; s: setpass setreject setplace; e: setsign setpaid reveal; x: export
/vam/wrk portals v: getwall getunits getmine create delete like report getpage; s: setpass setreject setkept
/res/rescls classes|portals v: gettree
/res/rescls classes a: create; e: update setord; d: delete
/res/res portals v: getplaces getpage get getquota setfav setseen; a: create update addversion move delete setscope; s: getofferedpage setpass setreject; x: export
/ent/history history v: getpage get getundo
/user/session records v: getpage; s: end
`

const session = `
/user/prc/get /user/prc/reveal /user/prc/resend /user/prc/cutleave /user/prc/withdraw /user/prc/urge /user/tsk/pass /user/tsk/reject /user/tsk/back /user/tsk/giveon /user/tsk/addcc /user/tsk/many /user/tsk/getdecision /user/tsk/finish
/user/ans/open /user/ans/save /user/ans/send /user/ans/upload /user/box/getpage /user/box/getunread /user/box/open /user/box/receipt /user/box/readall /user/pref/get /user/pref/set /user/push/get /user/push/subscribe /user/push/unsubscribe
/user/user/get /user/user/updatepwd /user/user/switch /user/user/getidnts /user/mdl/get /user/mdl/geturl /user/cfg/getentcfg /user/bill/getdatalist
/user/prefer/getlist /user/prefer/set /user/draft/get /user/draft/set /user/draft/delete
/user/home/get /user/home/getcharts /user/home/getlogins /user/search/get /user/session/getown /user/session/endown
/user/user/updatenickname /user/user/updateavatar /user/user/getphoto
/user/user/getownidnts /user/user/sendjoincode /user/user/previewjoin /user/user/join /user/user/leave /user/user/updatetel /user/user/sendtelcode /user/user/verifytel /user/user/setpwd
/user/userlgn/getlogpage /ent/info/getlist /ent/info/gettypelist /ent/entcfg/getcurval /ent/history/undo /ent/history/gettimeline /ent/history/getthen /ent/history/restore /ent/history/gettree
/file/upload/upload /file/upload/createchunk /file/upload/uploadchunk /file/upload/getunfinished /file/upload/dropchunk
/common/user/logout
/common/admnarea/getprvn /common/admnarea/getcity /common/admnarea/getdstr /common/admnarea/gettown /common/admnarea/get
/common/admnarea/getlist /common/admnarea/getsource
`
const anybody = `
/common/user/login /common/user/loginbyslidecode /common/user/sendcode /common/user/signinbycode /common/user/resetpwd /common/user/getcode /common/user/getslide /common/user/checkslide
/m/visit/get /m/visit/findhost /m/visit/create /m/visit/upload /m/visit/getareas /m/visit/getstate /m/visit/cancel /m/host/get /m/host/answer /m/sign/get /m/sign/find /m/sign/sign /m/ans/open /m/ans/save /m/ans/send /m/ans/upload /m/fill/open /m/fill/send /m/fill/upload /m/prc/open /m/prc/getform /m/prc/save /m/prc/start /m/prc/get /m/prc/resend /m/prc/withdraw /m/prc/urge /m/prc/cutleave /m/notice/get /m/notice/open /m/notice/answer /vam/act/getopenpage
/common/user/gettokenbyid /common/user/getways /common/user/beginsso /common/user/loginbysso /common/user/getcas /common/user/loginbycas
`

/** Maps the path of each call to what it needs. */
export const needs = new Map<string, Needs>()
for (const line of calls.trim().split('\n')) {
  const [, folder = '', area = '', rest = ''] = line.match(/^(\S+) (\S+) (.*)$/) ?? []
  for (const part of rest.split(';')) {
    const [letter = '', names = ''] = part.split(':').map((one) => one.trim())
    for (const name of names.split(/\s+/)) {
      const ways = area.split('|').map((one) => ({ area: one, letter }))
      needs.set(`${folder}/${name}`, ways)
    }
  }
}
for (const path of session.trim().split(/\s+/)) needs.set(path, 'session')
for (const path of anybody.trim().split(/\s+/)) needs.set(path, 'anybody')

/** Tells whether a column of the table may make a call. */
export function permits(column: Column, path: string): boolean {
  const needed = needs.get(path)
  if (needed === undefined) throw new Error(`the matrix does not know ${path}`)
  return typeof needed === 'string' || needed.some(({ area, letter }) => may(column, area, letter))
}

// Lists what belongs to the platform as a whole, and what was given from above (docs/spec/rights.md#default-roles: own and sub).
const platform = [
  '/ecb/info',
  '/ecb/codegnrt',
  '/ecb/billtype',
  '/ecb/idnt',
  '/ecb/mdl',
  '/ecb/pwr',
  '/ecb/pbcrole',
  '/ecb/pbccfg',
]
// Lists what is an enterprise's own, and agents manage as well.
const managed = ['/ecb/ent', '/ent/ent', '/ecb/entact', '/ecb/payitem', '/ecb/entcfg', '/ecb/getcfg']
const given = ['/ecb/entmdl', '/ecb/entrole']
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** Tells whether a column reaches an enterprise below its own: people, and what they were given, to read or to change. */
export function reachesBelow(column: Column, path: string, writes: boolean): boolean {
  if (platform.includes(folderOf(path))) return false
  if (column === 'operator' || column === 'part') return true
  if (column === 'agent') return given.includes(folderOf(path)) || managed.includes(folderOf(path))
  return column === 'bureau' && !writes
}

/** Tells whether a call changes what only the operators of the platform change, or what an enterprise has from above. */
export const isFromAbove = (path: string) => platform.includes(folderOf(path)) || given.includes(folderOf(path))
