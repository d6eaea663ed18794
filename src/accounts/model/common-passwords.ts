import { foldText } from '../../kit/text/fold.ts'

/** Passwords of at least 8 characters that attackers try first; runs and repetitions are in no list. */
const common: ReadonlySet<string> = new Set(
  `
  password passwords password0 password1 password2 password3 password4 password5 password6 password7 password8
  password9 password01 password10 password11 password12 password21 password22 password23 password69 password99
  password00 password007 password123 password321 password1234 password12345 password123456 password2020 password2021
  password2022 password2023 password2024 password2025 password2026 password! password1! password123! password@123
  password#1 password. password? my_password mypassword mypassword1 newpassword newpassword1 passwordpassword
  thepassword yourpassword nopassword changeme changeme1 changeme123 changeme! changemenow changeit1 changepassword
  letmein1 letmein2 letmein12 letmein123 letmein! letmeinnow letmeinplease passw0rd passw0rd1 passw0rd! passw0rd123
  p@ssword p@ssword1 p@ssword123 p@ssw0rd p@ssw0rd1 p@ssw0rd! p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234 p@55w0rd p@55word
  pa55word pa55word1 pa55w0rd pa$$word pa$$word1 pa$$w0rd pa$$w0rd1 passwort passwort1 passwort123 passwordo password_1
  password-1 passphrase passphrase1 drowssap 1password 123password 12password 1234password password1password pass1234
  pass12345 pass123456 pass@123 pass@1234 pass@word pass@word1 passpass passpass1 userpass user1234 user12345 username
  username1 useruser testtest testtest1 test1234 test12345 test123456 test@123 testpass testpass1 testing1 testing12
  testing123 testuser testuser1 tester123 temp1234 temppass temppass1 temporary temporary1 temppassword default1
  default123 defaultpassword secret123 secret1234 secretpassword topsecret topsecret1 mysecret supersecret verysecret
  administrator administrator1 admin123 admin1234 admin12345 admin123456 admin123! admin@123 admin@1234 adminadmin
  adminadmin1 adminpass adminpass1 adminpassword admin2020 admin2021 admin2022 admin2023 admin2024 admin2025 admin2026
  root1234 root12345 rootroot rootpass rootpassword toor1234 sysadmin sysadmin1 superuser superuser1 superman superman1
  supervisor guest123 guest1234 guestguest guestguest1 manager1 manager123 operator1 welcome1 welcome2 welcome3
  welcome12 welcome01 welcome123 welcome1234 welcome@1 welcome@123 welcome! welcome1! welcome2020 welcome2021
  welcome2022 welcome2023 welcome2024 welcome2025 welcome2026 welcomeback hello123 hello1234 hello12345 hellohello
  helloworld helloworld1 hello_world goodmorning goodnight iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123
  iloveyou! iloveyouu iloveme1 iloveme2 ilovegod ilovejesus ilovehim ilovehim1 iloveher loveyou1 loveyou2 lovelove
  lovelove1 loveme12 loveme123 lovelife lovehate loverboy lovergirl lover123 mylove12 mylove123 trueloves truelove
  truelove1 sweetheart sweetheart1 sweetie1 sweetpea princess princess1 princess2 princess12 princess123 princesa
  princesa1 sunshine sunshine1 sunshine2 sunshine12 sunshine123 football football1 football2 football12 football123
  baseball baseball1 baseball2 baseball12 baseball123 basketball basketball1 softball softball1 volleyball volleyball1
  hockey123 soccer12 soccer123 swimming liverpool liverpool1 arsenal1 arsenal123 chelsea1 chelsea123 barcelona
  barcelona1 realmadrid juventus juventus1 manchester manunited manutd123 cowboys1 steelers steelers1 yankees1 lakers24
  redsox04 eagles123 patriots starwars starwars1 startrek startrek1 pokemon1 pokemon123 minecraft minecraft1 nintendo
  playstation spiderman spiderman1 batman123 superman123 ironman1 wolverine gandalf1 hogwarts harrypotter matrix123
  terminator computer computer1 computer12 computer123 internet internet1 internet123 samsung1 samsung123 microsoft
  windows1 windows10 windows11 macintosh google123 facebook facebook1 facebook123 whatsapp youtube1 linkedin linkedin1
  twitter1 instagram myspace1 thinkpad motorola blackberry monkey12 monkey123 dragon12 dragon123 master12 master123
  masterkey shadow12 shadow123 tigger12 tiger123 lion1234 elephant elephants dolphin1 dolphins dolphins1 butterfly
  butterfly1 unicorn1 panther1 panthers cheetah1 falcon123 charlie1 charlie2 charlie123 michael1 michael2 michael123
  michelle michelle1 jennifer jennifer1 jessica1 jessica123 jonathan jonathan1 jordan23 jordan123 jordan12 daniel12
  daniel123 anthony1 anthony123 andrew12 andrew123 ashley12 ashley123 amanda12 amanda123 nicole12 nicole123 hannah12
  hannah123 thomas12 thomas123 robert12 robert123 william1 victoria victoria1 elizabeth elizabeth1 alexander alexander1
  alexandra alexandre alejandro alejandra christian christian1 christina christine christopher patricia patrick1
  samantha samantha1 stephanie stephanie1 sebastian benjamin benjamin1 nicholas nicholas1 matthew1 matthew123 gabriel1
  gabriela isabella isabella1 veronica veronica1 caroline catherine charlotte valentina francisco fernando margaret
  madison1 mercedes mercedes1 buster12 maggie12 ginger12 pepper12 bailey12 cookie123 chocolate chocolate1 strawberry
  blueberry cheesecake cupcake1 pumpkin1 hunter12 hunter123 killer12 killer123 ranger12 soldier1 warrior1 marine12
  phoenix1 mustang1 corvette corvette1 camaro69 porsche1 porsche911 ferrari1 lamborghini yamaha12 harley12
  harleydavidson trustno1 trustno11 trustme1 whatever whatever1 whatever123 nothing1 something something1 anything
  everything blink182 metallica metallica1 slipknot slipknot1 nirvana1 greenday beatles1 rockstar rockstar1 rocknroll
  midnight midnight1 september september1 november november1 december december1 february october1 january1 summer12
  summer123 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 winter12 winter123 winter2020
  winter2021 winter2022 winter2023 winter2024 winter2025 winter2026 spring2020 spring2021 spring2022 spring2023
  spring2024 spring2025 spring2026 autumn2023 autumn2024 autumn2025 autumn2026 monday123 friday13 sunday123 12341234
  12344321 12121212 11223344 11112222 1122334455 123123123 123321123 12312312 123454321 12345678a 12345678q 123456789a
  123456789q 1234567a 1234567q 123456ab 123456abc 12345abc 1234abcd 123abc123 123qweasd 123qweasdzxc 123qwe123
  123qwe123qwe 12qwaszx 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz 1qaz@wsx !qaz2wsx
  !qaz@wsx 2wsx3edc zaq12wsx zaq1xsw2 zaq1@wsx qazwsxedc qazwsx12 qazwsx123 qazwsxedcrfv q1w2e3r4 q1w2e3r4t5 qwer1234
  qwer4321 qwert123 qwert1234 qwert12345 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty!@#
  qwerty1! qwerty123! qwertyqwerty qweasdzxc qweasd123 qweqweqwe qwe123qwe qwe12345 qwerasdf asdfasdf asdf1234
  asdf12345 asdfghj1 asdfgh12 asdfgh123 asdasdasd asd123asd asdqwe123 zxcvbnm1 zxcvbn12 zxcvbnm123 zxczxczxc azerty12
  azerty123 azerty1234 azerty12345 azertyazerty wxcvbn12 wxcvbn123 abcd1234 abcd12345 abc12345 abc123456 abcabcabc
  abc123abc a1b2c3d4 a1b2c3d4e5 aa123456 aaa12345 a1234567 a12345678 a123456789 aabbccdd aaaabbbb 1a2b3c4d 1234qwer
  12345qwert 123456qwerty 123456aa 1234567890a 0987654321q 987654321a 87654321a 147258369 159357456 159753456 147852369
  741852963 789456123 789456123a 789654123 963852741 321654987 456789123 1478963250 0123456789a 13579246 24681012
  10203040 1020304050 102030405060 00112233 11111111a 11235813 31415926 314159265 27182818 19841984 19851985 19871987
  20002000 20202020 01012000 01011980 01011990 12121990 1234567! 12345678! 123456789! 123456@a !@#$%^&* !@#$%^&*(
  1234!@#$ motdepasse motdepasse1 motdepasse123 monmotdepasse bonjour1 bonjour12 bonjour123 bienvenue bienvenue1
  soleil12 soleil123 jetaime1 jetaime2 jetaime123 doudou12 doudou123 chouchou chouchou1 loulou12 loulou123 coucou12
  coucou123 marseille marseille1 marseille13 camille1 nicolas1 nicolas123 princesse princesse1 papillon papillon1
  chocolat chocolat1 toulouse bordeaux football10 internet2 administrateur utilisateur secret12 contraseña contrasena
  contrasena1 hola1234 estrella tequiero teamo123 schatz123 hallo123 hallo1234 passwort12 passwort1234 ichliebedich
  geheim123 willkommen willkommen1 wachtwoord welkom01 welkom12 welkom123 senha123 senha1234 parola123
  `
    .trim()
    .split(/\s+/)
    .map(foldText),
)

/** Returns whether a password, with folded letters, is one that attackers try first. */
export const isCommonPassword = (folded: string): boolean => common.has(folded) || isRepetition(folded) || isRun(folded)

const isRepetition = (text: string): boolean => new Set(text).size === 1

/** Rows of keyboards, the alphabet and the digits. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]

/** Returns whether a text is a part of a row that is typed again and again, forwards or backwards. */
function isRun(text: string): boolean {
  const backwards = [...text].toReversed().join('')
  return rows.some((row) => {
    const cycle = row.repeat(Math.ceil(text.length / row.length) + 1)
    return cycle.includes(text) || cycle.includes(backwards)
  })
}
