import { Status } from '#contract/fields.ts'
import { type DemoEnterprise, groupTypes, type Maker, type New } from './enterprise.ts'
import { knownEnterprises } from './enterprises.ts'
import type { DemoPerson } from './people.ts'
import { fillClasses } from './students.ts'
import { buildUnits, type SchoolClass, schoolTeachings } from './units.ts'

const offices = ['校长办公室', '教务处', '德育处', '总务处', '信息中心', '财务室', '校医室']
const teachingGroups = ['语文教研组', '数学教研组', '英语教研组', '科学教研组', '体艺教研组']
const officeHeadcount = 24
const directorCount = 11
const youngest = '20030831'

/** Names the role of a head teacher; the class is what the role reaches. */
const headTeacherRole = 'P030CLASS'

type Employee = New<'emp'>

/** Fills a school: departments, employees, units, a head teacher for each class, students with guardians, groups. */
export function fillSchool(maker: Maker, school: DemoEnterprise) {
  const classes = buildUnits(maker, school, schoolTeachings[school.entNo] ?? [])
  const officeNos = offices.map((name) => school.department(name))
  const [academicOffice, moralOffice] = [cyclic(officeNos, 1), cyclic(officeNos, 2)]
  const groupNos = teachingGroups.map((name) => school.department(name, academicOffice))
  const hire = employer(maker, school)
  const staff = Array.from({ length: officeHeadcount }, (_, i) => {
    const person = maker.people.adult('19670101', i < directorCount ? '19920831' : youngest)
    return hire(person, cyclic(officeNos, i))
  })
  const heads = classes.map((schoolClass) => hireTeachers(maker, school, schoolClass, { groupNos, hire }))
  for (const head of heads.filter((_, i) => i % 4 === 0)) school.joinSecond(head.empNo, moralOffice)
  fillClasses(maker, school, classes)
  if (school.entNo === knownEnterprises.experimentalSchool) addExtremes(maker, school, { academicOffice, hire })
  addGroups(school, staff.slice(0, directorCount), heads)
  // Lets demo schools store faces, with consent, so that all of the photo review can be tried.
  school.rows.entcfg.push({ entNo: school.entNo, cfgCode: 'FACE_ON', curVal: '1' })
}

type Hire = (person: DemoPerson, orgNo: string, stt?: string) => Employee

/** Hires for one school, each with the next work number; without a given state a few are disabled. */
function employer({ random }: Maker, school: DemoEnterprise): Hire {
  let workNo = 1000
  return (person, orgNo, stt = random.chance(0.03) ? Status.disabled : Status.enabled) => {
    workNo += 1
    return school.hire(person, orgNo, { workNo: String(workNo), stt })
  }
}

/** Hires the head teacher of a class, who is answered, and for about every second class one teacher more. */
function hireTeachers(
  maker: Maker,
  { entNo, rows }: DemoEnterprise,
  { unitNo, grade, classNo }: SchoolClass,
  to: { groupNos: string[]; hire: Hire },
) {
  const teacher = () => maker.people.adult('19670101', youngest)
  const head = to.hire(teacher(), cyclic(to.groupNos, classNo + grade), Status.enabled)
  if (maker.random.chance(0.55)) to.hire(teacher(), cyclic(to.groupNos, classNo * grade))
  rows.emprole.push({ entNo, empNo: head.empNo, roleNo: headTeacherRole })
  rows.empdatapwr.push({ entNo, empNo: head.empNo, roleNo: headTeacherRole, dataType: 'unit', dataVal: unitNo })
  return head
}

function addGroups(school: DemoEnterprise, directors: Employee[], heads: Employee[]) {
  const everybody = school.rows.emp
  const everyNth = (n: number) => everybody.filter((_, i) => i % n === 0)
  school.group({ grpName: '全体教职工', grpType: groupTypes.message }, everybody)
  school.group({ grpName: '班主任', grpType: groupTypes.message }, heads)
  school.group({ grpName: '中层以上干部', grpType: groupTypes.message }, directors)
  school.group({ grpName: '校门值守', grpType: groupTypes.access }, everyNth(5))
  school.group({ grpName: '晚自习值班', grpType: groupTypes.access }, everyNth(7))
  school.group({ grpName: '二〇二五年运动会志愿者', grpType: groupTypes.message, stt: Status.disabled }, everyNth(9))
}

// Uses the longest names and texts that the contracts accept, and names with a dot: screens must hold them.
const longestDepartment = '义务教育阶段课程建设与教学质量监测暨中青年教师发展协同创新研究中心（筹备办公室）'
const longestGroup = '二〇二六年秋季学期校园安全巡查暨突发事件应急处置联合值守小组'
const duty = '每日上学、放学时段在校门、楼梯口和操场值守，发现隐患立即处置并上报，交接时填写值守记录。'

function addExtremes(
  { people }: Maker,
  school: DemoEnterprise,
  { academicOffice, hire }: { academicOffice: string; hire: Hire },
) {
  const orgNo = school.department(longestDepartment, academicOffice)
  const named = [
    { ...people.adult('19750101', '19851231', 'M'), name: '买买提·艾力' },
    { ...people.adult('19880101', '19981231', 'F'), name: '阿依古丽·买买提' },
  ]
  const members = named.map((person) => hire(person, orgNo, Status.enabled))
  school.group({ grpName: longestGroup, grpType: groupTypes.access, des: duty.repeat(12).slice(0, 500) }, members)
}

// Wraps the index, so that it is always one of the list.
const cyclic = <T>(list: readonly T[], index: number) => list[index % list.length] as T
