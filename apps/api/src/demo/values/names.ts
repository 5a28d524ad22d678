/** Fictional names: given and family names from many places, to be combined at random. */

const words = (text: string) => text.trim().split(/\s+/)

export const givenNames = words(`
  Aaliyah Aaron Abigail Abraham Ada Adam Adela Adrian Agnes Ahmed Aidan Aiko Aisha Akira Alan Alana Alba Albert Alejandra Alexander
  Alice Alina Alma Alvaro Amara Amelia Amina Amir Amit Amos Ana Anaya Andre Andrea Angela Anika Anita Anna Anton Antonia
  Anwar April Arjun Arlo Arthur Asha Astrid Athena Audrey August Aurora Ava Axel Ayaan Ayla Barbara Basil Beatrice Benedict Benjamin
  Bernard Bianca Blake Bodhi Boris Bridget Bruno Caleb Camila Cara Carla Carlos Carmen Caroline Casper Catalina Cecilia Cedric Celeste Cesar
  Chandra Charlotte Chen Chiara Chloe Clara Claude Clemens Conrad Constance Cora Cyrus Dahlia Dalia Damian Daniel Daphne Darius David Deborah
  Deepa Delia Denis Desmond Devi Diana Diego Dimitri Dina Dominic Dora Dorian Duncan Edgar Edith Edmund Edwin Eileen Elaine Eleanor
  Elena Eli Elias Elif Elijah Elisa Ella Ellen Elliot Elsa Emeka Emil Emilia Emma Enrique Eric Erin Esme Esperanza Esther
  Ethan Eva Evelyn Ezra Fatima Faye Felicia Felix Fernando Fiona Flora Florian Frances Francis Freya Gabriel Gemma Genevieve George Gideon
  Gloria Grace Graham Greta Guillermo Gwen Hana Hannah Harold Harriet Harvey Hassan Hazel Hector Heidi Helen Henry Hilda Hiro Hugo
  Ian Ibrahim Ida Ife Ignacio Imani Imogen Ines Ingrid Irene Iris Isaac Isabel Isadora Ismael Ivan Ivy Jacob Jade Jamal
  James Jana Janet Jasmine Jasper Javier Jelena Jeremy Jesse Joan Joel Johanna Jonas Jordan Josefina Joseph Joshua Judith Julia Julian
  Juliet June Kai Kamal Karen Karim Karina Kate Kavya Keiko Keith Kenji Kevin Khadija Kiran Klara Kofi Kwame Lana Lara
  Lars Laura Laurel Layla Lea Leah Leila Lena Leo Leon Leona Leticia Levi Lewis Liam Lila Lillian Lina Linus Livia
  Logan Lois Lorenzo Louis Louisa Lucas Lucia Lucille Luis Luna Lydia Mabel Madeleine Magnus Maia Malik Manuel Mara Marcus Margaret
  Maria Mariam Marina Mario Marisol Marta Martin Mateo Matilda Matthew Maura Maurice Max Maya Mei Mercedes Micah Michael Mila Milan
  Milo Mina Mira Miriam Mohammed Moira Mona Monica Morgan Moses Muriel Myra Nadia Naomi Natalia Nathan Neha Nell Nestor Nia
  Nicholas Nico Nikhil Nina Noah Noelle Nora Norman Octavia Odette Olga Oliver Olivia Omar Opal Ophelia Orlando Oscar Otis Otto
  Owen Pablo Paloma Patricia Paul Paula Pauline Pearl Pedro Penelope Peter Petra Philip Phoebe Pia Pilar Priya Quentin Rachel Rafael
  Rahul Ralph Ramona Rania Raquel Ravi Raymond Rebecca Regina Renata Rhea Ricardo Rita Robert Rocco Rohan Roland Rosa Rosalind Rose
  Rowan Ruben Ruby Rufus Ruth Sabine Sadie Salma Samir Samuel Sana Sandra Santiago Sara Sasha Saul Sebastian Selena Serena Seth
  Shira Sidney Sienna Silas Silvia Simon Simone Sofia Solomon Sonia Stefan Stella Sunita Susan Sven Sylvia Tahir Talia Tamara Tara`)

/** Family names for the demo, whose users are seen one by one. */
export const familyNames = words(`
  Abara Achterberg Adeyemi Aguirre Akhtar Albrecht Almeida Andersson Aoki Arroyo Bakshi Balogun Banerjee Barros Becerra Bellweather Bergstrom
  Bianchi Blackwood Bouchard Brandt Calloway Cardoso Castellanos Chaudhry Cheung Cisneros Conti Dahl Delacroix Desai Dimitrov Dlamini Donnelly
  Duarte Eklund Espinoza Fairbanks Farouk Fitzroy Fontaine Fujita Gallagher Ghosh Goldfarb Greenhalgh Guerrero Haddad Halloran Hashimoto Hawthorne
  Hollis Horvath Ibarra Iyer Jankowski Joshi Kaplan Katz Khoury Kimura Kovacs Kowalski Lindqvist Lombardi Mbeki McAllister Mendoza Mercado
  Moreau Nakamura Navarro Novak Nwosu Obrien Ochoa Okafor Okonkwo Oliveira Ortega Osei Pacheco Pappas Petrov Pham Pinheiro Quiroga Rahman
  Ramaswamy Reyes Rinaldi Rosenthal Sandoval Santoro Schreiber Serrano Shapiro Silvestri Sorensen Sutherland Takeda Tanaka Thackeray Tran Valdez
  Vanderberg Vasquez Venkataraman Villanueva Vogel Wakefield Weatherby Whitlock Winslow Yamamoto Yilmaz Zamora Zhou Zielinski`)

const beginnings = words(`
  Ald Ash Bar Beck Black Brad Brook Burn Chester Clif Colt Crom Dal Dun East El Fair Field Gar Glen
  Green Hal Har Hart Hazel Hol Kings Lang Lin Mar Mil Nor Oak Pem Red Rock Stan Thorn West Whit`)
const endings = words(`
  berg bourne bridge brook bury by combe cott croft dale den field ford gate ham hill hurst ley man more
  ridge shaw stead ton well`)

/** A thousand family names for the benchmark domain, common ones first. */
export const manyFamilyNames = [
  ...familyNames,
  ...endings.flatMap((ending) => beginnings.map((beginning) => beginning + ending)),
].slice(0, 1000)

export const towns = [
  { city: 'Alder Falls', state_desc: 'Oregon', zip_code: '97005' },
  { city: 'Brightwater', state_desc: 'Florida', zip_code: '33101' },
  { city: 'Cedar Junction', state_desc: 'Texas', zip_code: '78702' },
  { city: 'Dunmore Bay', state_desc: 'California', zip_code: '94110' },
  { city: 'Eastlake', state_desc: 'Illinois', zip_code: '60614' },
  { city: 'Fort Halden', state_desc: 'Georgia', zip_code: '30308' },
  { city: 'Granite Springs', state_desc: 'Colorado', zip_code: '80203' },
  { city: 'Harbor Point', state_desc: 'Massachusetts', zip_code: '02116' },
  { city: 'Inverness Park', state_desc: 'Arizona', zip_code: '85004' },
  { city: 'Juniper Heights', state_desc: 'Nevada', zip_code: '89101' },
  { city: 'Kingsport Mills', state_desc: 'Tennessee', zip_code: '37203' },
  { city: 'Laurel Crossing', state_desc: 'North Carolina', zip_code: '28202' },
] as const

export const streets = words(
  'Juniper Harbor Mill Chestnut Willow Meridian Orchard Prospect Quarry Summit Lakeview Foundry Magnolia Sycamore',
)
export const streetKinds = ['Street', 'Avenue', 'Lane', 'Road', 'Drive', 'Court'] as const
