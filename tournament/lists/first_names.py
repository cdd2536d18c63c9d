"""Given names that are frequent in German lists, without accents.

They only decide which of two columns without headings holds the first names.
"""

_LISTED = """
achim adam adrian albert alex alexander alexandra alfred alina alwin amelie andre
andrea andreas angela angelika anika anita anja anke anna annalena anne annegret
anneliese annette anni antje anton antonia armin arne arnold astrid axel barbara
bastian beate ben benedikt benjamin bernd bernhard bert bettina birgit bjorn bodo
boris brigitte britta bruno burkhard carina carl carla carmen carola carolin
carsten caspar catrin charlotte chris christa christel christian christiane
christina christine christof christoph clara claudia claus clemens conny cornelia
dagmar daniel daniela david dennis detlef diana dieter dietmar dirk dominik doris
dorothea eberhard eckhard edith egon ekkehard elena elfriede elias elisabeth elke
ella ellen elmar elsa emil emilia emma erhard erich erik erika ernst erwin esther
eva ewald fabian felix ferdinand finn florian frank franz franziska frauke fred
frieda friedhelm friedrich fritz gabi gabriele gabriela georg gerald gerd gerda
gerhard gernot gertrud gisela gottfried greta gregor gudrun guido gunter gunther
gustav hanna hannah hannelore hannes hans harald hartmut hedwig heidi heike heiko
heiner heinrich heinz helena helene helga helmut hendrik henning henri herbert
heribert hermann hilde hildegard holger horst hubert hugo ida ilona ilse ina ines
inga inge ingeborg ingo ingrid irene iris irmgard isabel isabell ivonne jakob jan
jana janina jannik jasmin jens jenny jessica joachim jochen johann johanna
johannes jonas jorg josef joseph judith julia julian juliane jurgen jutta kai karin
karl karla karola karsten kaspar kathe katharina kathrin katja katrin kerstin
kevin kirsten klara klaus klemens knut konrad kornelia kristin kristina kurt lara
lars laura lea lena leni leo leon leonie liane lina linda lisa lothar louis louisa
luca lucas ludger ludwig luis luisa lukas lutz lydia magdalena maik maike maja
malte manfred manuel manuela marc marcel marco marcus mareike margarete margit
margot maria marianne marie marina mario marion markus marlene marlies martha
martin martina marvin mathias mathilde matthias max maximilian maya meike melanie
mia michael michaela michel mike miriam mirko mona monika moritz nadine nadja
natalie nele nico nicola nicole niels nikolas nils nina norbert olaf ole oliver
oskar oswald otto pal pascal patricia patrick paul paula peer pernille peter petra
philipp pia rabea rainer ralf ralph ramona raphael rebecca regina regine reiner
reinhard reinhold renate rene rita robert roland rolf roman ronny rosa rosemarie
roswitha rudi rudiger rudolf ruth sabine sabrina samuel sandra sara sarah sascha
sebastian selina sibylle siegfried sigrid silke silvia simon simone sina sofia
sonja sophia sophie soren stefan stefanie steffen stephan stephanie susanne sven
svenja sybille sylvia tanja tatjana thea theo theodor theresa thomas thorben
thorsten till tim timo tina tobias tom torben torsten udo ulla ulli ulrich ulrike
ursula ute uwe valentin vanessa vera verena veronika viktor viktoria vincent
volker walter waltraud wanda werner wilfried wilhelm willi winfried wolf wolfgang
wolfram yannick yvonne zoe anne-kathrin hans-peter karl-heinz ozlem mehmet ahmet
ayse fatma mustafa ali oyvind
"""
FIRST_NAMES = frozenset(_LISTED.split())
